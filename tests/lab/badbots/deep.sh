# Answers with JSON that is nested without end.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
while read -r line; do head -c 50000 /dev/zero | tr '\0' '['; echo; done
