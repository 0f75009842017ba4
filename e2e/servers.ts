import { test } from '@playwright/test';
import {
  type RunningServer,
  type ServerId,
  serverAvailability,
  startServer,
} from '../scripts/servers/index.ts';

export type { RunningServer } from '../scripts/servers/index.ts';

/**
 * Starts a throw-away server. Where it cannot be had, the test fails with the reason on CI and is reported as
 * skipped, with the reason, elsewhere.
 */
export async function serverOrSkip(
  id: ServerId,
  options: NonNullable<Parameters<typeof startServer>[1]> = {},
): Promise<RunningServer> {
  const found = await serverAvailability(id);
  if (!found.available && process.env.CI === 'true') throw new Error(found.reason);
  test.skip(!found.available, found.available ? '' : found.reason);
  return startServer(id, options);
}
