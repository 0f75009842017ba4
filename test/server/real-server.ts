import { describe } from 'vitest';
import { type ServerId, serverAvailability, serverIds } from '../../scripts/servers/index.ts';

/** What most users run: the pair that stands for all servers where the version makes no difference. */
const corePair: readonly ServerId[] = ['mysql80', 'mariadb114'];
/** Those without which a run on CI fails. */
const needed: readonly ServerId[] = [...corePair, 'mysql56', 'mysql97', 'mariadb1011', 'mariadb118'];
/** Those that change the size of their buffer pool while they run. */
export const resizable: readonly ServerId[] = serverIds.filter((id) => id !== 'mysql56');
/** Whether every test is to run on every server: `npm test -- --full`. */
export const isFull = process.env.LATCHKEY_FULL_MATRIX === '1';

/** One describe block per server there is, for what a server of another version may answer otherwise. */
export function describeEachVersion(title: string, body: (id: ServerId) => void): Promise<void> {
  return describeEachServer(title, body, serverIds);
}

/** One describe block for each of the core pair, in a full run per server there is: where versions do not differ. */
export function describeCorePair(title: string, body: (id: ServerId) => void): Promise<void> {
  return describeEachServer(title, body, isFull ? serverIds : corePair);
}

/** Whether a test within such a block runs: on those named, in a full run on each. */
export function isTurnOf(id: ServerId, ...named: readonly ServerId[]): boolean {
  return isFull || named.includes(id);
}

/**
 * One describe block per real server. A server that cannot be had on this machine is skipped, with the reason in the
 * name; on CI one that is needed fails.
 * @param among those that the test holds for
 */
export async function describeEachServer(
  title: string,
  body: (id: ServerId) => void,
  among: readonly ServerId[],
): Promise<void> {
  for (const id of among) {
    const found = await serverAvailability(id);
    if (found.available) describe(`${title}: ${id}`, () => body(id));
    else if (process.env.CI && needed.includes(id))
      throw new Error(`${id} is not available: ${found.reason}`);
    else describe.skip(`${title}: ${id} (not available: ${found.reason})`, () => body(id));
  }
}
