/**
 * The script that prints what host facts read of a machine, for any POSIX shell on Linux. It only reads: no file is
 * written, nothing is run but `cat`, `df`, `grep`, `head`, `ls`, `readlink`, `sed`, `tr`, `uname` and `wc`. Answers, each after a line
 * `<mark> <kind> <path>`: F the text of a file, T one-line files as `path:text`, L where a path leads, N the names of
 * block devices as `ls -l` shows them, C how many names a folder holds, D what `df` says of a folder, P paths below folders, U the system's name.
 */
const script = String.raw`
mark=$1; pidfile=$2; shift 2
LC_ALL=C; export LC_ALL
say() { printf '\n%s %s %s\n' "$mark" "$1" "$2"; }
file() { if [ -f "$1" ] && text=$(head -c "$2" "$1" 2>/dev/null); then say F "$1"; printf '%s' "$text"; fi; }
lines() { say T; grep -s '' "$@" /dev/null; }
say U; uname -s
for f in /proc/cpuinfo /proc/self/mountinfo; do file $f 262144; done
for f in /proc/vmstat /proc/meminfo /proc/uptime /proc/swaps /proc/net/fib_trie /proc/net/if_inet6 "$pidfile"; do file "$f" 65536; done
sys=/sys/devices/system
lines /proc/sys/kernel/hostname /proc/sys/kernel/osrelease /proc/sys/vm/swappiness \
  /sys/kernel/mm/transparent_hugepage/enabled $sys/cpu/smt/active $sys/node/online $sys/cpu/online \
  $sys/cpu/cpu0/cpufreq/scaling_governor $sys/cpu/cpu0/cpufreq/scaling_driver $sys/clocksource/clocksource0/current_clocksource /sys/hypervisor/type \
  /sys/class/dmi/id/sys_vendor /sys/class/dmi/id/product_name
lines $sys/cpu/cpu[0-9]*/topology/physical_package_id $sys/cpu/cpu[0-9]*/topology/core_id
b=/sys/class/block
lines $b/*/partition $b/*/queue/rotational $b/*/queue/scheduler $b/*/queue/max_sectors_kb $b/*/device/model \
  $b/*/device/vendor $b/*/md/level
say P; printf '%s\n' $b/*/slaves/*
say N /sys/dev/block; ls -l /sys/dev/block 2>/dev/null
say N $b; ls -l $b 2>/dev/null
for d in "$@"; do
  r=$(readlink -f "$d" 2>/dev/null) && { say L "$d"; printf '%s' "$r"; }
  say D "$d"; df -Pk "$d" 2>/dev/null
done
group() {
  root=$1; path=$2
  while :; do
    lines "$root$path"/memory.events "$root$path"/memory.max "$root$path"/cpu.max "$root$path"/memory.limit_in_bytes \
      "$root$path"/memory.swappiness "$root$path"/cpu.cfs_quota_us "$root$path"/cpu.cfs_period_us
    [ -n "$path" ] || break
    path=$(printf '%s' "$path" | sed 's,/[^/]*$,,')
  done
}
left=8
for p in $( (cat "$pidfile" && echo) 2>/dev/null | head -c 20 | tr -cd '0-9\n'; \
  grep -lsE '(mysqld|mariadbd)' /proc/[0-9]*/cmdline 2>/dev/null | tr -cd '0-9\n'); do
  d=/proc/$p
  [ -r $d/cmdline ] && [ $left -gt 0 ] || continue
  line=$(tr '\000' '\n' <$d/cmdline 2>/dev/null | head -n 4)
  case "
$line
" in *mysqld"
"*|*mariadbd"
"*|*-debug"
"*) ;; *) continue ;; esac
  left=$((left - 1))
  say F $d/cmdline; printf '%s' "$line"
  for f in status stat limits cgroup; do file $d/$f 65536; done
  file $d/mountinfo 262144
  file $d/numa_maps 4096
  if head -c 1 $d/maps >/dev/null 2>&1; then
    say F $d/maps; echo libraries:
    grep -E '/[^/ ]*(jemalloc|tcmalloc|mimalloc|musl|libc[-.])[^/]*$' $d/maps 2>/dev/null | head -n 40
  fi
  if [ -r $d/fd ] && [ -x $d/fd ]; then say C $d/fd; ls $d/fd 2>/dev/null | wc -l; fi
  while IFS=: read -r id kinds path; do
    case $kinds in
      '') group /sys/fs/cgroup "$path"; [ -d /sys/fs/cgroup/unified ] && group /sys/fs/cgroup/unified "$path" ;;
      *memory*) group /sys/fs/cgroup/memory "$path" ;;
      cpu|cpu,*|*,cpu|*,cpu,*) group /sys/fs/cgroup/cpu "$path" ;;
    esac
  done <$d/cgroup 2>/dev/null
done
say E
exit 0
`;

/**
 * The command that runs the script in a shell of its own, whatever shell the account has.
 * @param mark begins the answers' headings: a text that no file of the host holds, such as a UUID
 * @param folders paths whose real places are wanted
 */
export function remoteScript(mark: string, pidFile: string, folders: readonly string[]): string {
  const words = ['sh', mark, pidFile, ...folders].map(quoted).join(' ');
  return `exec sh -c ${quoted(script)} ${words}`;
}

/** In single quotes, inside which a shell reads nothing but the end of them. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
