# Copies /proc/pressure/* once a second until it is ended. Only `sleep` is a process of its own.
# Times are /proc/uptime's, which no clock adjustment touches; the first line says what they are in
# seconds since the epoch.
read -r up idle < /proc/uptime
echo "epoch $(date +%s.%N) $up"
while :; do
  read -r up idle < /proc/uptime
  echo "uptime $up"
  for resource in cpu io memory irq; do
    if [ -r "/proc/pressure/$resource" ]; then
      while read -r line; do
        echo "$resource $line"
      done < "/proc/pressure/$resource"
    fi
  done
  sleep 1
done
