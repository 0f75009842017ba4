import type { appContract } from '../shared/rpc/app';
import type { HandlersOf } from './base/calls';
import type { Services } from './services';

/** Latchkey itself, and what is damaged of what it keeps. */
export function appCalls({ version, rules, databases, journal }: Services) {
  const calls = {
    'app.info': async () => ({
      version,
      rules: await rules.count(),
      platform: process.platform,
      recovered: [
        ...(await databases.problems()),
        ...(await journal.damaged()).map(
          ({ path, reason }) =>
            `The journal file ${path} cannot be read (${reason}). It may hold values to be restored.`,
        ),
      ],
    }),
  } satisfies HandlersOf<typeof appContract>;
  return {
    ...calls,
    /** What is wrong with the databases of history and recordings, a sentence each. */
    'app.databaseProblems': () => databases.problems(),
  };
}
