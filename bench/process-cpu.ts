import { readFileSync } from 'node:fs';

/** Linux shows CPU time in hundredths of a second to programs, whatever its own clock (USER_HZ, proc(5)). */
const ticksPerSecond = 100;

/** CPU seconds, user and system, that a process with all its threads has used: fields 14 and 15 of /proc/PID/stat. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
