# Ends when it is asked.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
read -r question
echo 'cannot go on' >&2
exit 3
