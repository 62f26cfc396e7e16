# Answers with what is no legal action.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
while read -r line; do echo '{"type":"action","action":"step Moon"}'; done
