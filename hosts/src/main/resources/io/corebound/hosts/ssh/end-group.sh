# Ends a process group. $1: the group, $2: grace in tenths of a second, $3: the note of its program
kill -s TERM -- "-$1" 2>/dev/null
left=$2
while [ "$left" -gt 0 ] && group_alive "$1"; do pause; done
! group_alive "$1" || kill -s KILL -- "-$1" 2>/dev/null
echo ended >"$3"
