# Never stops answering.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
read -r question
exec yes '{"type":"action","action":"pass"}'
