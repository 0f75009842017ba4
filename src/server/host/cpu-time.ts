import type { Machine } from './machine';

/** Linux tells CPU time in hundredths of a second to programs, whatever its own clock (USER_HZ, proc(5)). */
const ticksPerSecond = 100;

/** CPU seconds that a process has used, user and system together; null where /proc does not tell. */
export async function cpuSecondsOf(pid: number, machine: Pick<Machine, 'readText'>): Promise<number | null> {
  const stat = await machine.readText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name of the program, in parentheses, may itself hold spaces and parentheses; utime is the 14th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks / ticksPerSecond : null;
}
