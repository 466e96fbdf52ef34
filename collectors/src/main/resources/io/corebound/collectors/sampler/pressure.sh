# Copies /proc/pressure/* as lines of text for the parser of Pressure. Times are /proc/uptime's, which no clock
# adjustment touches; the first line says what they are in seconds since the epoch.
kept=()
for resource in cpu io memory irq; do
  [ ! -r "/proc/pressure/$resource" ] || kept+=("$resource")
done

sample() {
  local out up rest resource lines line
  read -r up rest </proc/uptime
  out="uptime $up"$'\n'
  for resource in "${kept[@]}"; do
    lines=()
    { mapfile -t lines <"/proc/pressure/$resource"; } 2>/dev/null
    for line in "${lines[@]}"; do out+="$resource $line"$'\n'; done
  done
  printf %s "$out"
}

now
read -r up rest </proc/uptime
echo "epoch $time $up"
