import { readFileSync } from 'node:fs';

/**
 * How long the main thread of a process waited for a processor, ms: the second number of `schedstat` of proc(5); 0 where
 * there is no such process, or no such file. What a busy machine makes a program wait is no time that it takes.
 */
export function queuedMs(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1e6;
  } catch {
    return 0;
  }
}
