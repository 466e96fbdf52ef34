# Seconds since boot, then a line a process: nanoseconds on a CPU (- where the kernel has no schedstat) and its stat.
# Starts no process but the shell, so that a look costs little.
read -r up rest < /proc/uptime && echo "$up"
for p in /proc/[0-9]*; do
  read -r stat < "$p/stat" || continue
  ran=
  read -r ran rest < "$p/schedstat" || :
  printf '%s\n' "${ran:--} $stat"
done 2>/dev/null
