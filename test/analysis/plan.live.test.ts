import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { describe, expect, test, vi } from 'vitest';
import { type ServerId, serverAvailability, startServer } from '../../scripts/servers/index.ts';
import { analyze, buildPlan, renderPlan } from '../../src/analysis';
import { sameSetting } from '../../src/analysis/facts/inputs/setting';
import { collectSnapshot, openSession } from '../../src/server';
import { systemClock } from '../../src/shared/base/clock';
import { noChoices, type TuningPlan } from '../../src/shared/plan';
import type { Snapshot } from '../../src/shared/snapshot';
import { requestedValues } from './requested-values';
import { productRules } from './rule-files';

// A plan is worth nothing unless the server takes it. Every variable that any rule advises is planned on each real
// server; the option file must start it, the SET GLOBAL script must run, and what was announced must be in force.

const rules = productRules();

/** Started away from the requests, so that there is something to change. */
const poor: Record<ServerId, Record<string, string | number>> = {
  mysql56: {
    innodb_checksums: 0,
    innodb_doublewrite: 0,
    innodb_support_xa: 0,
    innodb_flush_log_at_trx_commit: 2,
    query_cache_type: 1,
    query_cache_size: '1M',
  },
  mysql57: {
    innodb_checksums: 0,
    innodb_doublewrite: 0,
    innodb_support_xa: 0,
    innodb_flush_log_at_trx_commit: 2,
    query_cache_type: 1,
    query_cache_size: '1M',
  },
  mysql80: {
    innodb_doublewrite: 'OFF',
    innodb_redo_log_capacity: '8M',
    innodb_flush_log_at_trx_commit: 0,
    sync_binlog: 0,
    innodb_io_capacity: 200,
  },
  mysql97: {
    innodb_doublewrite: 'OFF',
    innodb_redo_log_capacity: '8M',
    innodb_flush_log_at_trx_commit: 0,
    sync_binlog: 0,
    innodb_io_capacity: 200,
    innodb_flush_neighbors: 1,
  },
  mariadb102: {
    innodb_checksums: 0,
    innodb_doublewrite: 0,
    query_cache_type: 1,
    table_open_cache: 10,
    innodb_flush_log_at_trx_commit: 2,
  },
  mariadb1011: {
    innodb_doublewrite: 0,
    query_cache_type: 1,
    table_open_cache: 10,
    innodb_flush_log_at_trx_commit: 2,
  },
  mariadb114: {
    innodb_doublewrite: 'OFF',
    query_cache_type: 1,
    innodb_flush_log_at_trx_commit: 0,
    innodb_buffer_pool_size: '64M',
  },
  mariadb118: {
    innodb_doublewrite: 'OFF',
    query_cache_type: 1,
    innodb_flush_log_at_trx_commit: 0,
    innodb_buffer_pool_size: '64M',
  },
};

describe.each(Object.keys(poor) as ServerId[])('%s', (id) => {
  test('starts with the option file and holds what the plan announced', async (context) => {
    const { plan, files } = await planFor(id, context.skip);
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-plan-'));
    try {
      const path = join(folder, 'my.cnf');
      // The data folder of 5.6 is copied from the cache and carries the checksums that it was made with.
      const checksums = /^innodb_checksum_algorithm = .*\n/m;
      writeFileSync(path, id === 'mysql56' ? files.cnf.replace(checksums, '') : files.cnf);
      const server = await startServer(id, { defaultsFile: path });
      try {
        await expectInForce(
          server.socket,
          plan.changes.filter(({ variable }) => !decidedElsewhere(id, variable)),
        );
      } finally {
        await server.stop();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('takes the SET GLOBAL script', async (context) => {
    const { plan, files } = await planFor(id, context.skip);
    const server = await startServer(id, { options: poor[id] });
    try {
      const connection = await mysql.createConnection({ socketPath: server.socket, user: 'root' });
      for (const line of files.sql.split('\n').filter((one) => one.startsWith('SET '))) {
        await connection.query(line);
      }
      await connection.end();
      await expectInForce(
        server.socket,
        // MariaDB keeps thread_pool_size at 0 until it is started with a thread pool.
        plan.changes.filter(({ when, variable }) => when === 'now' && variable !== 'thread_pool_size'),
      );
    } finally {
      await server.stop();
    }
  });
});

/** The operating system has the last word on open files; see above for the checksums of 5.6. */
function decidedElsewhere(id: ServerId, variable: string): boolean {
  return variable === 'open_files_limit' || (id === 'mysql56' && variable === 'innodb_checksum_algorithm');
}

async function planFor(id: ServerId, skip: (reason: string) => never) {
  const found = await serverAvailability(id);
  if (!found.available && process.env.CI === 'true') throw new Error(found.reason);
  if (!found.available) skip(found.reason);
  const server = await startServer(id, { options: poor[id] });
  try {
    const snapshot = await momentOf(server.socket);
    const plan = buildPlan(snapshot, [], { ...noChoices, set: requestedValues });
    const analysis = analyze(snapshot, rules, { path: null });
    expect(plan.changes.length).toBeGreaterThan(12);
    expect(
      plan.leftOut.every(({ reason }) => /Already in force|does not exist|under its other name/.test(reason)),
    ).toBe(true);
    return {
      plan,
      files: {
        cnf: renderPlan(plan, analysis, 'cnf', null).text,
        sql: renderPlan(plan, analysis, 'set-global', null).text,
      },
    };
  } finally {
    await server.stop();
  }
}

async function momentOf(socket: string): Promise<Snapshot> {
  const session = await openSession({ socket, user: 'root' }, {});
  try {
    return await collectSnapshot(
      session,
      {
        id: randomUUID(),
        createdBy: 'test',
        windowSeconds: 0,
        intervalMs: 1000,
        keepLiterals: false,
        declaredHost: {},
        clock: systemClock,
      },
      { signal: new AbortController().signal, report: () => undefined },
    );
  } finally {
    await session.close();
  }
}

/** Polls: MySQL resizes the buffer pool in the background. */
async function expectInForce(socket: string, changes: TuningPlan['changes']): Promise<void> {
  await vi.waitFor(
    async () => {
      const connection = await mysql.createConnection({ socketPath: socket, user: 'root' });
      const [rows] = await connection.query<mysql.RowDataPacket[]>('SHOW GLOBAL VARIABLES');
      await connection.end();
      const values = new Map(rows.map(({ Variable_name, Value }) => [String(Variable_name), String(Value)]));
      const different = changes.filter(
        ({ variable, stored }) => !sameSetting(stored, values.get(variable) ?? null),
      );
      expect(
        different.map(
          ({ variable, stored }) => `${variable}: announced ${stored}, in force ${values.get(variable)}`,
        ),
      ).toEqual([]);
    },
    { timeout: 20_000, interval: 250 },
  );
}
