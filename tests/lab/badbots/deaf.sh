# Answers without reading what it is asked.
echo '{"type":"hello","protocol":1,"name":"bad"}'
while :; do
    echo '{"type":"action","action":"end"}'
    sleep 0.01
done
