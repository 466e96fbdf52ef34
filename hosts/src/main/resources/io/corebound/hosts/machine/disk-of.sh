# The disk of a folder, $1, as /sys/class/block names it; nothing if it is on no disk. The device number is split as
# makedev(3) defines. findmnt(8) serves for file systems without their own device number, such as btrfs.
cd -- "$1" || exit 1
n=$(stat -c %d .) || exit 1
disk=/sys/dev/block/$((n >> 8 & 4095 | n >> 32 & ~4095)):$((n & 255 | n >> 12 & ~255))
if [ ! -e "$disk" ]; then
  source=$(findmnt -nvo SOURCE -T . 2>/dev/null) && source=$(readlink -f "$source") || exit 0
  disk=/sys/class/block/${source##*/}
fi
[ -e "$disk" ] && disk=$(readlink -f "$disk") || exit 0
[ ! -e "$disk/partition" ] || disk=${disk%/*}
echo "${disk##*/}"
