import { describe } from 'vitest';
import { type ServerId, serverAvailability } from '../../scripts/servers/index.ts';

/** Servers of the tests that have not been tried on all versions. */
const established = ['mysql56', 'mysql97', 'mariadb1011', 'mariadb118'] as const;

/**
 * One describe block per real server. A server that cannot be had on this machine fails on CI and is skipped, with the
 * reason in the name, elsewhere.
 * @param among those that the test holds for; default: the established ones
 */
export async function describeEachServer(
  title: string,
  body: (id: ServerId) => void,
  among: readonly ServerId[] = established,
): Promise<void> {
  for (const id of among) {
    const found = await serverAvailability(id);
    if (found.available) describe(`${title}: ${id}`, () => body(id));
    else if (process.env.CI) throw new Error(`${id} is not available: ${found.reason}`);
    else describe.skip(`${title}: ${id} (not available: ${found.reason})`, () => body(id));
  }
}
