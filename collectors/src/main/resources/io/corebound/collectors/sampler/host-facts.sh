# CPUs, disks, and the groups of this shell with all above them, of versions 1 and 2, where the mounts say that they are:
# their folders have other names on other systems, and a container mounts its own group as the top. $1 goes before every
# path.
root=$1
grep '^Cpus_allowed_list:' "$root/proc/self/status"
echo "online $(cat "$root/sys/devices/system/cpu/online" 2>/dev/null)"
echo "boot $(cat "$root/proc/sys/kernel/random/boot_id" 2>/dev/null)"
# the first process is another user's, whom root and an exempt group see
[ -r "$root/proc/1/stat" ] ||
  sed -n 's/^.* \/proc .* - proc .*\(hidepid=[a-z0-9]*\).*/hidden \1/p' "$root/proc/self/mountinfo"
devices() {
  [ -r "$2" ] || return 0
  while read -r number limit; do
    name=$(sed -n 's/^DEVNAME=//p' "$root/sys/dev/block/$number/uevent" 2>/dev/null)
    [ -z "$name" ] || echo "$1 $name $limit"
  done <"$2"
}
number() { cat "$1" 2>/dev/null; }
# folders TYPE CONTROLLER GROUP: of a group in each such mount, and of those above it
folders() {
  while read -r id parent device top point rest; do
    case $rest in *" - $1 "*) ;; *) continue ;; esac
    case ,${rest##* }, in *,"$2",*) ;; *) [ -z "$2" ] || continue ;; esac
    [ "$top" != / ] || top=
    case $3/ in "$top"/*) below=${3#"$top"} ;; *) below= ;; esac
    while below=${below%/} && echo "$root$point$below" && [ -n "$below" ]; do
      below=${below%/*}
    done
  done <"$root/proc/self/mountinfo"
}
while IFS=: read -r id controllers path; do
  case ,$controllers, in *,blkio,*)
    folders cgroup blkio "$path" | while read -r group; do
      for way in read write; do
        devices $way "$group/blkio.throttle.${way}_bps_device"
      done
    done ;;
  esac
  case ,$controllers, in *,cpu,*)
    folders cgroup cpu "$path" | while read -r group; do
      echo "quota $(number "$group/cpu.cfs_quota_us") $(number "$group/cpu.cfs_period_us")"
    done ;;
  esac
  [ "$id:$controllers" != 0: ] || folders cgroup2 '' "$path" | while read -r group; do
    devices max "$group/io.max"
    echo "quota $(number "$group/cpu.max")"
  done
done <"$root/proc/self/cgroup"
