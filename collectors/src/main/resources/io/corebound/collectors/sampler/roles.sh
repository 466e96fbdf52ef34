# CPU time of every process, each time that it has changed, as lines of text for the parser of CpuByRole; proc(5).
# Arguments: pairs of a role and the extended regular expression of its command lines
#   c COUNT                                 CPUs that the machine can have, once; lines r and p of who was there before
#   t TIME CPU...                           a sample begins: epoch time in seconds, fields of the line "cpu" of /proc/stat
#   r PID START ROLE                        role of a process by its command line or mark; "-" for none
#   p PID START PARENT USER SYSTEM C-USER C-SYSTEM   its times in clock ticks, those of waited-for children last
#   x PID                                   it is there no more
#   e                                       the sample is whole
roles=() patterns=()
while [ $# -gt 1 ]; do
  roles+=("$1") patterns+=("$2")
  shift 2
done
declare -A last=() known=() role_of=() times=() kernel=()
# by process id: how often nothing had changed, and the number of the sample that looks again
declare -a quiet=() due=()
# process ids in the order in which they started
declare -a ages=()
samples=0
cpus=(/sys/devices/system/cpu/cpu[0-9]*)
cd /proc

identify() {
  local text='' skip='' argument found=- i args vars
  { mapfile -d '' -t -n 400 args <"/proc/$1/cmdline"; } 2>/dev/null || return
  # a process has none for a moment while it becomes another program, and a zombie has none: the next sample looks again
  if [ ${#args[@]} -eq 0 ]; then
    unset "known[$1]"
    return
  fi
  for argument in "${args[@]}"; do
    case $skip$argument in
      skip*) skip='' ;;
      -cp | -classpath | --class-path) skip=skip ;;
      *) text+=" $argument" ;;
    esac
  done
  for i in "${!patterns[@]}"; do
    if [[ $text =~ ${patterns[i]} ]]; then
      found=${roles[i]}
      break
    fi
  done
  if [ "$found" = - ]; then
    vars=()
    { mapfile -d '' -t vars <"/proc/$1/environ"; } 2>/dev/null
    for argument in "${vars[@]}"; do
      [[ $argument =~ ^COREBOUND_ROLE=([a-z0-9-]+)$ ]] && found=${BASH_REMATCH[1]}
    done
  fi
  if [ "${role_of[$1]:--}" != "$found" ]; then
    role_of[$1]=$found
    out+="r $1 $2 $found"$'\n'
  fi
}

# most kernel threads sleep: those are looked at every 8th time
rests() {
  if ((++quiet[$1] > 3)) && [[ ${kernel[$1]} ]]; then
    due[$1]=$((samples + 8 - (samples + $1) % 8))
  fi
}

# tells those that are there no more; `here` is the sample's
forget() {
  local pid
  for pid in "${!times[@]}"; do
    if [ -z "${here[pid]}" ]; then
      out+="x $pid"$'\n'
      unset "ages[${times[$pid]%% *} << 22 | pid]"
      unset "times[$pid]" "last[$pid]" "known[$pid]" "role_of[$pid]" "kernel[$pid]" "quiet[$pid]" "due[$pid]"
    fi
  done
}

# A parent, which is older, is read before its children, whose end it may wait for meanwhile: the other way round a child
# would be counted twice. By their ids alone children may come first, as these begin again at the lowest. Only of those
# that are new in a sample the start is not known yet: they come last, by their ids.
scan() {
  local here=() pid line f start rest key
  for pid in [0-9]*; do here[pid]=1; done
  for pid in "${ages[@]}" "${!here[@]}"; do
    # ended, or read already
    if ((here[pid] != 1 || due[pid] > samples)); then continue; fi
    here[pid]=2
    line=()
    mapfile -t -n 1 line <"$pid/stat"
    # shellcheck disable=SC2128 # the first is the only one
    if [[ ! $line ]]; then
      unset "here[$pid]"
      continue
    fi
    # shellcheck disable=SC2128
    if [[ $line == "${last[$pid]}" ]]; then
      rests "$pid"
      continue
    fi
    last[$pid]=${line[0]}
    rest=${line[0]##*) }
    # shellcheck disable=SC2206 # a letter and numbers
    f=($rest)
    start=${f[19]}
    key="$start ${f[1]} ${f[11]} ${f[12]} ${f[13]} ${f[14]}"
    if [ "${key%% *}" != "${times[$pid]%% *}" ]; then
      # new, or another process of a number that was used before
      unset "role_of[$pid]" "kernel[$pid]" "due[$pid]"
      if [ "${times[$pid]}" ]; then
        out+="x $pid"$'\n'
        unset "ages[${times[$pid]%% *} << 22 | pid]"
      fi
      ages[start << 22 | pid]=$pid
    fi
    if [ "$pid" = 2 ] || [ "${f[1]}" = 2 ]; then
      kernel[$pid]=1
    elif [ "${known[$pid]}" != "$start ${line[0]%) *}" ]; then
      # new, or another program: its name has changed
      known[$pid]="$start ${line[0]%) *}"
      identify "$pid" "$start"
    fi
    if [ "$key" = "${times[$pid]}" ]; then
      rests "$pid"
    else
      quiet[pid]=0
      times[$pid]=$key
      out+="p $pid $key"$'\n'
    fi
    # one redirection for all: a process that has ended meanwhile is no error
  done 2>/dev/null
  if ((${#here[@]} != ${#times[@]})); then forget; fi
}

sample() {
  local cpu rest
  read -r rest cpu </proc/stat
  now
  out="t $time $cpu"$'\n'
  scan
  printf '%se\n' "$out"
  ((++samples))
}

# Who is there takes far longer to read the first time. What they use meanwhile would be missing beside the machine's
# time: so they are read once before the first sample. Nothing is written before that: what is to be measured waits.
out="c ${#cpus[@]}"$'\n'
scan
printf '%s' "$out"
