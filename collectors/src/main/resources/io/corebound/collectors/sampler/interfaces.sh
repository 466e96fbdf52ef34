# The network interfaces of the shell's own network namespace: every interface, and the speed of those that are a device
# (a virtual one makes it up). A /sys shows the interfaces of the namespace that it was mounted in, and nsenter(1) leaves
# it as it was; so a shell that has entered another namespace than its parent's gets its own /sys, in a mount namespace
# (unshare(1)) that ends with it.
interfaces='for folder in /sys/class/net/*; do
  [ ! -d "$folder" ] || echo "interface ${folder##*/}"
  [ -e "$folder/device" ] || continue
  speed=$(cat "$folder/speed" 2>/dev/null) && echo "net ${folder##*/} $speed"
done
'
from=$(readlink "/proc/$PPID/ns/net" 2>/dev/null)
if [ -z "$from" ] || [ "$from" = "$(readlink "/proc/$$/ns/net")" ]; then
  eval "$interfaces"
else
  unshare --mount sh -c 'mount -t sysfs sysfs /sys && eval "$1"' sh "$interfaces"
fi
