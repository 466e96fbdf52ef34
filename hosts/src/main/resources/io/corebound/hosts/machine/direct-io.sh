# What a folder, $1, lies on, a line each: type and options of its mount, the kernel's release, and the attributes that
# files of the folder get (C: no copies, and so no checksums).
echo "$(findmnt -nvo FSTYPE -T "$1" 2>/dev/null | tail -n 1)"
echo "$(findmnt -nvo OPTIONS -T "$1" 2>/dev/null | tail -n 1)"
uname -r
echo "$(lsattr -d -- "$1" 2>/dev/null | cut -d ' ' -f 1)"
