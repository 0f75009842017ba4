import { randomUUID } from 'node:crypto';
import { grantScript, reportConnection } from '../server';
import { LatchkeyError } from '../shared/base/error';
import { parseConnectionUrl } from '../shared/connection-url';
import type { connectionContract } from '../shared/rpc/connection';
import type { HandlersOf } from './base/calls';
import { withSession } from './base/session';
import type { Services } from './services';
import { texts } from './texts';

/** Servers, how they are reached, and what an account needs there. */
export function connectionCalls({ databases, clock }: Services) {
  return {
    'connection.test': (request, job) =>
      withSession(
        request,
        job,
        async (session, warnings) => {
          const report = await reportConnection(session);
          return { ...report, remarks: [...warnings, ...report.remarks] };
        },
        { renewable: 'own' },
      ),
    'connection.parseUrl': async ({ url }) =>
      parseConnectionUrl(
        url,
        () =>
          new LatchkeyError('usage', texts.aPasswordInAUrl, {
            hint: texts.leaveItOutAndType,
          }),
      ),
    'profiles.list': async () => (await databases.history()).profiles.list(),
    'profiles.save': async ({ group = '', colour = 'none', id = randomUUID(), ...profile }) =>
      (await databases.history()).profiles.save({
        ...profile,
        group,
        colour,
        id,
        lastUsedAt: clock.now().toISOString(),
      }),
    'profiles.delete': async ({ id }) => {
      (await databases.history()).profiles.delete(id);
      return {};
    },
    'grants.script': async (input) => grantScript(input),
  } satisfies HandlersOf<typeof connectionContract>;
}
