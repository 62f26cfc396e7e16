# Complains at length, and still plays the first legal action: nothing is wrong with that.
while read -r line; do
    head -c 200000 /dev/zero | tr '\0' '!' >&2
    case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"talks"}' ;;
    *'"type":"decide"'*) legal=${line#*'"legal":['} && legal=${legal%%']'*} && echo '{"type":"action","action":'"${legal%%,*}}" ;;
    esac
done
