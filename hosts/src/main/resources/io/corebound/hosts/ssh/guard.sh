# Creates the folder, prints its path, waits for the end of its input, then ends and removes everything. $1: the run, $2: grace in tenths of a second
umask 077
folder=$(mktemp -d "${TMPDIR:-/tmp}/corebound-XXXXXXXX") || exit 1
mkdir "$folder/.programs" || exit 1
trap '' HUP INT TERM PIPE
echo "corebound-folder=$folder"
cat >/dev/null
for note in "$folder"/.programs/*; do
  read -r pid group <"$note" || continue
  [ "$pid" != ended ] || pid=
  case $pid in *[!0-9]*) continue ;; esac
  case $group in
    '' | *[!0-9]*) ;;
    *) groups="$groups $group" pids="$pids $pid" ;;
  esac
done
end_marked "COREBOUND_RUN=$1" "$2" "$pids" "$groups" "$(strays "$pids")"
[ ! -x "$folder/clean" ] || "$folder/clean" >/dev/null 2>&1
rm -rf "$folder"
