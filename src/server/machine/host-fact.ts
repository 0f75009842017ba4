import type { Reason } from '../../shared/reason';
import type { Machine } from './machine';

/** A fact as a snapshot holds it. */
export interface HostFact<T> {
  origin: 'local' | 'ssh' | 'unknown';
  value?: T;
  reason?: Reason;
}

/** A fact that was read on the machine. */
export function readFact<T>(machine: Machine, value: T): HostFact<T> {
  return { origin: machine.origin, value };
}

/** A fact that is not known, and why. */
export function noFact(text: string, code: Reason['code'] = 'absent', remedy?: string): HostFact<never> {
  return { origin: 'unknown', reason: remedy === undefined ? { code, text } : { code, text, remedy } };
}

/** What was read, or why it was not. @param whyNot a sentence for null */
export function factOr<T>(machine: Machine, value: T | null, whyNot: string): HostFact<T> {
  return value === null ? noFact(whyNot) : readFact(machine, value);
}

/** `path` holds a number: it; otherwise null. */
export async function readNumber(machine: Machine, path: string): Promise<number | null> {
  const text = (await machine.readText(path))?.trim();
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** The text of a one-line file; null when it is empty or cannot be read. */
export async function readLine(machine: Machine, path: string): Promise<string | null> {
  return (await machine.readText(path))?.trim() || null;
}

/** How many numbers a list of the kernel names: `0-3,8` -> 5; null when it is none. */
export function listLength(list: string): number | null {
  const count = list
    .trim()
    .split(',')
    .reduce((sum, range) => {
      const [low, high] = range.split('-').map(Number);
      return sum + (high ?? low ?? Number.NaN) - (low ?? 0) + 1;
    }, 0);
  return list.trim() !== '' && Number.isInteger(count) && count > 0 ? count : null;
}
