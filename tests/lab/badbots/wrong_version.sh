# Speaks another version of the protocol.
echo '{"type":"hello","protocol":99,"name":"bad"}'
exec sleep 1000
