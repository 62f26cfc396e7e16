# Answers in a language of its own.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
while read -r line; do echo 'step Parlor'; done
