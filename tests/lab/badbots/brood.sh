# Starts others that would outlive it, and says which to a file.
read -r greeting
sleep 1000 &
echo "$$ $!" >> "$BROOD"
sh -c 'sleep 1000' &
echo "$!" >> "$BROOD"
echo '{"type":"hello","protocol":1,"name":"bad"}'
wait
