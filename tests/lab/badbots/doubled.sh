# Answers twice in one breath.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
while read -r line; do printf '{"type":"action","action":"pass"}\n{"type":"action","action":"pass"}\n'; done
