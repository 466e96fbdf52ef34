# What every script that samples begins with; bash 4.4 or newer. $1: microseconds between samples; the rest is the
# script's own. It defines the function `sample`, in which nothing but builtins may stand, so that no process is started
# for a sample, and which writes all of a sample at once.
LC_ALL=C
interval=$1
shift

# now: the time, in seconds since the epoch with six decimals, in $time
if [ -n "${EPOCHREALTIME:-}" ]; then
  now() { time=$EPOCHREALTIME; }
else
  # older bash: the clock once, then the uptime, which has hundredths
  at_start=$(date +%s%N)
  read -r up rest </proc/uptime
  base=$((${at_start%???} - 10#${up/./} * 10000))
  now() {
    read -r up rest </proc/uptime
    time=$((base + 10#${up/./} * 10000))
    time=${time%??????}.${time: -6}
  }
fi

# sample_until_end: at once, then at every whole interval after that, and a last time when the input has ended
sample_until_end() {
  local start late next delay rest
  now
  start=$((10#${time/./}))
  while :; do
    sample
    now
    late=$((10#${time/./} - start))
    next=$(((late / interval + 1) * interval))
    delay=$((next - late))
    printf -v delay '%d.%06d' $((delay / 1000000)) $((delay % 1000000))
    read -r -t "$delay" rest
    if [ $? -le 128 ]; then
      now
      # the kernel's figures have hundredths of a second: too coarse for a shorter time
      ((10#${time/./} - start - late >= 100000)) || sleep 0.1
      sample
      exit 0
    fi
  done
}
