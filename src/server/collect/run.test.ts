import { describe, expect, test } from 'vitest';
import { LatchkeyError } from '../../shared/base/error';
import type { Flavour, VersionTriple } from '../../shared/server';
import type { Table } from '../../shared/snapshot';
import { ServerRefusal } from '../connect/handshake/failure';
import type { CollectContext, Collector } from './collector';
import { Explaining } from './explaining';
import { SharedReadings } from './reading/shared-reads';
import { runCollector } from './run';

const table: Table = { columns: ['a'], rows: [[1]] };

/** A server that answers each statement with a table or an error. */
function context(
  answers: Record<string, Table | Error>,
  server: { flavour?: Flavour; version?: VersionTriple; performanceSchema?: boolean } = {},
): CollectContext & { sent: string[] } {
  const sent: string[] = [];
  const identity = {
    flavour: server.flavour ?? ('mysql' as const),
    version: server.version ?? ([9, 7, 4] as VersionTriple),
    versionText: '9.7.4',
    comment: '',
    hosting: 'self' as const,
    uptimeSeconds: 1,
    serverKey: 'k',
    privileges: [],
    performanceSchema: server.performanceSchema ?? true,
  };
  return {
    sent,
    session: {
      identity,
      tls: null,
      greeted: { version: '', connectionId: 1 },
      transport: { kind: 'socket' },
      statedSslMode: undefined,
      needsSecrets: false,
      loopback: false,
      address: null,
      ssh: null,
      target: {},
      startedAt: async () => '',
      queryForeign: async () => ({ columns: [], rows: [] }),
      takeRolesBack: async () => undefined,
      query: async (sql) => {
        sent.push(sql);
        const answer = answers[sql];
        if (answer === undefined) throw new Error(`unexpected ${sql}`);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      statements: [],
      close: async () => undefined,
    },
    server: identity,
    account: { name: "'app'@'%'", grants: { global: [], bySchema: new Map(), byTable: new Map() } },
    clock: { now: () => new Date(0), monotonicMs: () => 0, sleep: async () => undefined },
    keepLiterals: false,
    explaining: new Explaining(true, () => {}),
    tableLimit: 10,
    host: { readable: false, text: 'not asked' },
    shared: new SharedReadings(),
    signal: new AbortController().signal,
  };
}

const refused = (errno: number, code: 'privilege-missing' | 'query-failed' = 'query-failed') =>
  new ServerRefusal(code, `refused (${errno})`, errno);
const collector = (more: Partial<Collector>): Collector => ({
  id: 'plugins',
  costClass: 'light',
  timeoutMs: 1000,
  when: 'end',
  sources: [{ sql: 'A' }, { sql: 'B' }],
  ...more,
});

describe('one collector', () => {
  test('takes the next source when the server lacks a table or column', async () => {
    const at = context({ A: refused(1054), B: table });
    await expect(runCollector(collector({}), at)).resolves.toMatchObject({
      status: 'ok',
      capture: { table },
    });
    expect(at.sent).toEqual(['A', 'B']);
  });

  test('asks only the sources of this server', async () => {
    const sources = [
      { sql: 'A', from: [99, 0, 0] as VersionTriple },
      { sql: 'B', flavours: ['mariadb'] as const },
    ];
    const at = context({});
    await expect(runCollector(collector({ sources }), at)).resolves.toMatchObject({
      status: 'skipped',
      reason: { code: 'absent' },
    });
    expect(at.sent).toEqual([]);
  });

  test('a missing privilege carries its GRANT and is not asked for twice', async () => {
    const at = context({ A: refused(1227, 'privilege-missing'), B: table });
    await expect(runCollector(collector({ needs: { privilege: 'process' } }), at)).resolves.toMatchObject({
      status: 'skipped',
      reason: { code: 'privilege', remedy: "GRANT PROCESS ON *.* TO 'app'@'%';" },
    });
    expect(at.sent).toEqual(['A']);
  });

  test('a source with another privilege is tried after a refusal', async () => {
    const sources = [{ sql: 'A', privilege: 'performanceSchema' as const }, { sql: 'B' }];
    const at = context({ A: refused(1142, 'privilege-missing'), B: table });
    const outcome = await runCollector(collector({ sources, needs: { privilege: 'process' } }), at);
    expect(outcome.status).toBe('ok');
  });

  test('what the server would silently answer in part is not asked without the privilege', async () => {
    const at = context({});
    const outcome = await runCollector(collector({ needs: { privilege: 'process', silent: true } }), at);
    expect(outcome).toMatchObject({ status: 'skipped', reason: { code: 'privilege' } });
    expect(at.sent).toEqual([]);
  });

  test('the Performance Schema off is said with the line that enables it', async () => {
    const at = context({}, { performanceSchema: false });
    await expect(runCollector(collector({ needs: { performanceSchema: true } }), at)).resolves.toMatchObject({
      status: 'skipped',
      reason: { code: 'disabled', remedy: expect.stringContaining('performance_schema = ON') },
    });
    const sources = [{ sql: 'A', performanceSchema: true as const }, { sql: 'B' }];
    await expect(
      runCollector(collector({ sources }), context({ B: table }, { performanceSchema: false })),
    ).resolves.toMatchObject({
      status: 'ok',
    });
  });

  test.each([
    ['innodb_read_only', 'ON', false],
    ['innodb_force_recovery', '4', false],
    ['innodb_force_recovery', '3', true],
  ])('with %s=%s whether the dictionary of InnoDB is read: %s', async (variable, value, isRead) => {
    const sql = 'SELECT NAME FROM information_schema.INNODB_SYS_TABLESPACES';
    const state =
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('innodb_read_only', 'innodb_force_recovery')";
    const at = context({
      [sql]: table,
      [state]: { columns: ['Variable_name', 'Value'], rows: [[variable, value]] },
    });
    const outcome = await runCollector(collector({ sources: [{ sql }] }), at);
    expect(outcome.status).toBe(isRead ? 'ok' : 'skipped');
    expect(at.sent).toEqual(isRead ? [state, sql] : [state]);
  });

  test('a time-out is skipped, an unknown failure is failed, both with their reason', async () => {
    const late = context({ A: new LatchkeyError('timeout', 'late') });
    await expect(runCollector(collector({}), late)).resolves.toMatchObject({
      status: 'skipped',
      reason: { code: 'timeout' },
    });
    const odd = context({ A: refused(1105) });
    await expect(runCollector(collector({}), odd)).resolves.toMatchObject({
      status: 'failed',
      reason: { code: 'error' },
    });
  });

  test('a Galera node that reads no tables skips what reads them, and another source is tried', async () => {
    const notReady = new ServerRefusal('query-failed', 'WSREP has not yet prepared node for use', 1047);
    await expect(
      runCollector(collector({ sources: [{ sql: 'A' }] }), context({ A: notReady })),
    ).resolves.toMatchObject({
      status: 'skipped',
      reason: { code: 'disabled', text: expect.stringContaining('primary component') },
    });
    const sources = [{ sql: 'A' }, { sql: 'B' }];
    await expect(
      runCollector(collector({ sources }), context({ A: notReady, B: table })),
    ).resolves.toMatchObject({ status: 'ok' });
    await expect(
      runCollector(collector({ sources: [{ sql: 'A' }] }), context({ A: refused(1047) })),
    ).resolves.toMatchObject({
      status: 'failed',
    });
  });

  test.each(['cancelled', 'connection-lost'] as const)('%s ends the whole snapshot', async (code) => {
    const at = context({ A: new LatchkeyError(code, 'over') });
    await expect(runCollector(collector({}), at)).rejects.toMatchObject({ code });
  });

  test('says whether literals were removed', async () => {
    const asked: Table = { columns: ['TRX_QUERY'], rows: [["SELECT 'Ada'"]] };
    await expect(
      runCollector(collector({ id: 'transactions' }), context({ A: asked })),
    ).resolves.toMatchObject({ redacted: true, capture: { table: { rows: [['SELECT ?']] } } });
    await expect(runCollector(collector({}), context({ A: table }))).resolves.toMatchObject({
      redacted: false,
    });
  });
});
