# The note of a program, which it may not have written yet. $1: the file
left=40
while [ "$left" -gt 0 ] && [ ! -s "$1" ]; do
  sleep 0.05 2>/dev/null || { sleep 1; left=$((left - 19)); }
  left=$((left - 1))
done
cat "$1"
