# end_marked MARK TENTHS PIDS GROUPS [STRAYS]: SIGTERM to these processes and to all that carry the mark, a grace in
# tenths of a second, then SIGKILL to what is left of them and of these process groups. What is started meanwhile is
# found by looking again. The caller must not carry the mark itself. A stray is PID:START, the start as in
# /proc/PID/stat, so that no later process of the same id is hit.
marked() {
  for environment in $(grep -lzxF -e "$1" /proc/[0-9]*/environ 2>/dev/null); do
    environment=${environment#/proc/}
    echo "${environment%/environ}"
  done
}
same() {
  for stray in $1; do
    started=$(sed -n 's/^[0-9]* (.*) [^ZX] \([-0-9]* \)\{18\}\([0-9]*\) .*/\2/p' \
      "/proc/${stray%:*}/stat" 2>/dev/null)
    [ "$started" != "${stray#*:}" ] || echo "${stray%:*}"
  done
}
some_alive() {
  for group in $2; do group_alive "$group" && return 0; done
  [ -n "$(marked "$1")$(same "$3")" ]
}
end_marked() {
  kill -s TERM -- $3 $(marked "$1") $(same "$5") 2>/dev/null
  left=$2
  while [ "$left" -gt 0 ] && some_alive "$1" "$4" "$5"; do pause; done
  left=10
  while [ "$left" -gt 0 ] && some_alive "$1" "$4" "$5"; do
    for group in $4; do kill -s KILL -- "-$group" 2>/dev/null; done
    kill -s KILL -- $(marked "$1") $(same "$5") 2>/dev/null
    pause
  done
}
