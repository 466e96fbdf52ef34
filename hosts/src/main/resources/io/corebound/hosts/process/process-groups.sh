# group_alive GROUP: whether one of its processes lives. A zombie does not, though `kill -0` finds it: it may wait long
# for an init that collects it.
# pause: a tenth of a second, where sleep(1) knows parts of one, taken off $left.
group_alive() {
  [ -n "$(sed -n "s/^[0-9]* (.*) [^ZX] [0-9]* $1 .*/x/p" /proc/[0-9]*/stat 2>/dev/null)" ]
}
pause() {
  sleep 0.1 2>/dev/null || { sleep 1; left=$((left - 9)); }
  left=$((left - 1))
}
