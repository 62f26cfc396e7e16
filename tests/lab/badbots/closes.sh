# Closes its output and stays.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
exec >&-
exec sleep 1000
