import { randomUUID } from 'node:crypto';
import { createConnection } from 'mysql2';
import { collectSnapshot, type Session } from '../../src/server';
import type { CollectOptions } from '../../src/server/collect/snapshot';
import { systemClock } from '../../src/shared/base/clock';
import type { Progress } from '../../src/shared/progress';
import { type Snapshot, snapshotSchema } from '../../src/shared/snapshot';

/** Takes a snapshot with the machine's clock and checks it against the contract. */
export async function takeSnapshot(
  session: Session,
  options: Partial<CollectOptions> = {},
  job: { signal?: AbortSignal; report?: (progress: Progress) => void } = {},
): Promise<Snapshot> {
  const snapshot = await collectSnapshot(
    session,
    {
      id: randomUUID(),
      createdBy: 'test',
      windowSeconds: 0,
      intervalMs: 1000,
      keepLiterals: false,
      declaredHost: {},
      clock: systemClock,
      ...options,
    },
    { signal: job.signal ?? new AbortController().signal, report: job.report ?? (() => undefined) },
  );
  return snapshotSchema.parse(snapshot);
}

/** `ok`, or status and reason code: one line per section. */
export function sectionStates(snapshot: Snapshot): Record<string, string> {
  return Object.fromEntries(
    Object.entries(snapshot.sections).map(([id, section]) => [
      id,
      section.status === 'ok' ? 'ok' : `${section.status}: ${section.reason?.code}`,
    ]),
  );
}

/** An ordinary client, to prepare accounts and to make load; not the product's session. */
export interface Client {
  query(sql: string): Promise<unknown>;
  end(): void;
}

export function connectClient(socket: string, user = 'root', password = ''): Client {
  const connection = createConnection({ socketPath: socket, user, password });
  connection.on('error', () => undefined);
  return {
    query: (sql) =>
      new Promise((resolve, reject) => {
        connection.query(sql, (error, rows) => (error === null ? resolve(rows) : reject(error)));
      }),
    end: () => connection.destroy(),
  };
}
