# What a node is, one line each: kernel and architecture; a Java of 17 or newer, or nothing; its version; free KiB.
# $1: corebound's folder there
uname -sm
best='' version=0
for home in "${JAVA_HOME:-}" "$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")" /usr/lib/jvm/* /usr/java/* /opt/java/*; do
  [ -n "$home" ] && [ -x "$home/bin/java" ] || continue
  found=$("$home/bin/java" -version 2>&1 | sed -n 's/.*version "\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' | head -n 1)
  if [ "${found:-0}" -ge 17 ]; then
    best=$home version=$found
    break
  fi
done
echo "$best"
echo "$version"
df -Pk "$1" | tail -n 1 | sed 's/  */ /g' | cut -d ' ' -f 4
