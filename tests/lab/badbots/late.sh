# Answers, but too late.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
while read -r line; do sleep 5; echo '{"type":"action","action":"pass"}'; done
