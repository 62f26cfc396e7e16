# Writes to its error output without end.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
yes 'help' >&2
