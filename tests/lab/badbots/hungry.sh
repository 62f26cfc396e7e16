# Takes more and more memory.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
read -r question
exec tail /dev/zero
