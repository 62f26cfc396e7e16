# Thinks for ever.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
exec sleep 1000
