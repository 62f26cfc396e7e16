# Notes all that it can learn: arguments, environment, and what it is told. Plays the first legal action.
{ echo "$@"; env; } > "$NOTES"
while read -r line; do
    printf '%s\n' "$line" >> "$NOTES"
    case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"nosy"}' ;;
    *'"type":"decide"'*) legal=${line#*'"legal":['} && legal=${legal%%']'*} && echo '{"type":"action","action":'"${legal%%,*}}" ;;
    esac
done
