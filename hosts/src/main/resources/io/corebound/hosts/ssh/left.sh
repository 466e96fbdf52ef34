# At the end of a program's shell: sets $left to its group when processes of it live on after their SIGTERM. The number
# of a group may soon be another's, unless a process stays in it: a sleep that the guard ends with the rest.
left= tries=5
while [ "$tries" -gt 0 ]; do
  left= tries=$((tries - 1))
  for member in $(exec sed -n "s/^\([0-9]*\) (.*) [^ZX] \([0-9]*\) $$ .*/\1-\2/p" \
    /proc/[0-9]*/stat 2>/dev/null); do
    case $member in $$-* | *-$$) ;; *) left=" $$" ;; esac
  done
  [ "$left" ] || break
  sleep 0.05 2>/dev/null || sleep 1
done
if [ "$left" ]; then
  (trap '' HUP INT TERM; exec sleep 604800) </dev/null >/dev/null 2>&1 &
fi
