# The devices of a host that are larger than 0, with what sysfs and proc_pid_mountinfo(5) say about them. A mount of a
# part belongs to its disk; bind mounts of folders are left out. $1 goes before every path.
root=$1
for folder in "$root"/sys/block/*; do
  disk=${folder##*/}
  size=$(cat "$folder/size" 2>/dev/null) && [ "$size" -gt 0 ] || continue
  echo "disk $disk"
  [ ! -r "$folder/dm/name" ] || echo "mapped $disk $(cat "$folder/dm/name")"
  for member in "$folder"/slaves/*; do
    [ ! -e "$member" ] || echo "member $disk ${member##*/}"
  done
done
while read -r id parent number top point rest; do
  [ "$top" = / ] && [ -e "$root/sys/dev/block/$number" ] || continue
  folder=$(readlink -f "$root/sys/dev/block/$number")
  [ ! -e "$folder/partition" ] || folder=${folder%/*}
  echo "mount ${folder##*/} $point"
done <"$root/proc/self/mountinfo"
