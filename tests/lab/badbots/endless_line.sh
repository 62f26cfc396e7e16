# Says a line that never ends.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
read -r question
exec tr '\0' x < /dev/zero
