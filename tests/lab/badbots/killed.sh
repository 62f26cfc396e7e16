# Is killed by its own hand.
read -r greeting
echo '{"type":"hello","protocol":1,"name":"bad"}'
read -r question
kill -9 $$
