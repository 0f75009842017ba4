import type { Machine } from './machine';

/** Linux shows CPU time in hundredths of a second to programs, whatever its own clock (USER_HZ, proc(5)). */
export const ticksPerSecond = 100;

/**
 * The fields of /proc/<pid>/stat from the third on (so field n of proc(5) stands at n - 3): the name of the program
 * before them, in parentheses, may itself hold spaces and parentheses.
 */
export function statFields(stat: string): string[] {
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
}

/** CPU seconds that a process has used, user and system together; null where /proc does not say. */
export async function cpuSecondsOf(pid: number, machine: Pick<Machine, 'readText'>): Promise<number | null> {
  const stat = await machine.readText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = statFields(stat);
  const ticks = Number(fields[14 - 3]) + Number(fields[15 - 3]);
  return Number.isFinite(ticks) ? ticks / ticksPerSecond : null;
}
