import { expect, test } from 'vitest';
import type { Clock } from '../../../shared/base/clock';
import type { Cell, Table } from '../../../shared/snapshot';
import type { Session } from '../../connect/session';
import { liveLoad } from '../../workload/live';
import { serverMeter } from './server-meter';

/** A server of which only the replication is looked at; each reading is a second after the one before. */
function replicaMeter(flavour: 'mysql' | 'mariadb', lags: (readonly Cell[])[]) {
  let second = 0;
  const asked: string[] = [];
  const clock: Clock = {
    now: () => new Date(0),
    monotonicMs: () => second * 1000,
    sleep: async () => undefined,
  };
  const answer = (sql: string): Table => {
    asked.push(sql);
    if (/^SHOW (ALL SLAVES|REPLICA|SLAVE) STATUS$/.test(sql)) {
      const rows = (lags[second] ?? []).map((lag): Cell[] => ['source', lag]);
      return {
        columns: ['Host', flavour === 'mysql' ? 'Seconds_Behind_Source' : 'Seconds_Behind_Master'],
        rows,
      };
    }
    return { columns: ['Variable_name', 'Value'], rows: [['Questions', '1']] };
  };
  const session: Session = {
    identity: {
      flavour,
      version: flavour === 'mysql' ? [9, 7, 4] : [11, 8, 6],
      versionText: '',
      comment: '',
      hosting: 'self',
      uptimeSeconds: 1,
      serverKey: '',
      privileges: null,
      performanceSchema: false,
    },
    tls: null,
    greeted: { version: '', connectionId: 1 },
    transport: { kind: 'socket' },
    statedSslMode: undefined,
    needsSecrets: false,
    loopback: false,
    address: null,
    target: {},
    ssh: null,
    statements: [],
    startedAt: async () => '',
    queryForeign: async () => ({ columns: [], rows: [] }),
    takeRolesBack: async () => undefined,
    query: async (sql) => answer(sql),
    close: async () => undefined,
  };
  const meter = serverMeter({ session, host: null, load: liveLoad(), clock, counters: [] });
  const all = async () => {
    const found: (number | null)[] = [];
    for (second = 0; second < lags.length; second++) {
      found.push((await meter.read(new AbortController().signal)).replicaLagSeconds);
    }
    return found;
  };
  return { all, asked };
}

test('replication that stops falls behind by a second each second, though the server says nothing any more', async () => {
  expect(await replicaMeter('mysql', [['0'], ['2'], [null], [null], ['7']]).all()).toEqual([0, 2, 3, 4, 7]);
});

test('of several sources the one furthest behind counts, and one that stopped is not hidden by the others', async () => {
  const { all, asked } = replicaMeter('mariadb', [
    ['1', '3'],
    ['1', null],
    ['1', null],
  ]);
  expect(await all()).toEqual([3, 4, 5]);
  expect(asked).toContain('SHOW ALL SLAVES STATUS');
});

test('a server that replicates from none, or had stopped before, has no lag, and is not asked again for nothing', async () => {
  const none = replicaMeter('mysql', [[], [], []]);
  expect(await none.all()).toEqual([null, null, null]);
  expect(none.asked.filter((sql) => sql.includes('REPLICA'))).toHaveLength(1);
  expect(await replicaMeter('mysql', [[null], [null]]).all()).toEqual([null, null]);
  const one = replicaMeter('mysql', [
    ['0', null],
    ['0', null],
  ]);
  expect(await one.all()).toEqual([0, 0]);
});
