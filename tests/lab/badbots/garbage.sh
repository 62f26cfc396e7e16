# Answers with bytes that are no text.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
while read -r line; do printf '\377\376\000\n'; done
