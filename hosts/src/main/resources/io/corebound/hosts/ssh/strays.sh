# strays PIDS: as PID:START, the processes that neither a mark nor a group finds. First, the descendants of these
# processes. Second, where sshd gave the connection an audit session (pam_loginuid(8)), all processes of that session:
# it is inherited for good. It is the connection's own when the sshd that listens has another; without PAM it is the
# session of the user who started sshd, and says nothing. Neither sshd nor the group of the guard is a stray.
audit_session() {
  own= pid=$$
  read -r own 2>/dev/null </proc/self/sessionid
  while [ "${pid:-0}" -gt 1 ]; do
    pid=$(sed -n 's/^[0-9]* (.*) [A-Z] \([0-9]*\) .*/\1/p' "/proc/$pid/stat" 2>/dev/null)
    name= session=
    read -r name 2>/dev/null <"/proc/$pid/comm"
    case $name in sshd*) ;; *) return ;; esac
    read -r session 2>/dev/null <"/proc/$pid/sessionid"
    [ "$session" = "$own" ] || { [ -z "$session" ] || echo "$own"; return; }
  done
}
strays() {
  family=" $1 "
  session=$(audit_session)
  case $session in *[!0-9]* | 4294967295) session= ;; esac
  processes=$(sed -n 's/^\([0-9]*\) (.*) [^ZX] \([0-9]*\) \([0-9]*\) \([-0-9]* \)\{16\}\([0-9]*\) .*/\1 \2 \3 \5/p' \
    /proc/[0-9]*/stat 2>/dev/null)
  grown=yes
  while [ "$grown" ]; do
    grown=
    while read -r pid parent group started; do
      case $family in
        *" $pid "*) continue ;;
        *" $parent "*) ;;
        *)
          name= of=
          [ "$session" ] || continue
          read -r of 2>/dev/null <"/proc/$pid/sessionid"
          [ "$of" = "$session" ] || continue
          read -r name 2>/dev/null <"/proc/$pid/comm"
          case $name in sshd*) continue ;; esac
          ;;
      esac
      [ "$group" != $$ ] || continue
      family="$family$pid " grown=yes
      echo "$pid:$started"
    done <<END
$processes
END
  done
}
