import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerId } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';
import { probeResultSchema } from '../../src/shared/probe';
import { buildLatchkey, errorDocument, latchkey } from '../cli/latchkey.ts';
import { describeEachServer } from '../server/real-server.ts';
import { connectionArguments } from './faults/latchkey-process.ts';
import { Home, Stage } from './faults/stage.ts';

/** One of each kind: 5.6 and MariaDB have no digests of prepared statements, later MySQL has. */
const kinds: readonly ServerId[] = ['mysql56', 'mysql97', 'mariadb118'];
/** The throughput of live traffic, and what reaches new connections only, is refused alike by all. */
const refusing: ServerId = 'mysql97';

await describeEachServer('live traffic', liveTraffic, kinds);

function liveTraffic(id: ServerId): void {
  let stage: Stage;
  let home: Home;
  beforeAll(async () => {
    buildLatchkey();
    stage = await Stage.open(id);
    home = new Home();
  });
  afterAll(async () => {
    await stage?.close();
    home?.remove();
  });

  const probe = (arm: string, ...more: string[]) =>
    latchkey(
      [
        ...[
          'probe',
          'custom',
          '--json',
          '--yes',
          '--arm',
          `a:${arm}`,
          '--max-time',
          '35s',
          '--settle',
          '300ms',
        ],
        ...['--workload', 'live', ...more, ...connectionArguments(stage.proxy.port)],
      ],
      { environment: { LATCHKEY_HOME: home.path } },
    );
  const global = 'innodb_spin_wait_delay=48';

  if (id === refusing)
    test('what cannot be measured is refused with its reason before anything is set', async () => {
      await stage.forgetLog();
      expect(errorDocument(await probe(global, '--metric', 'throughput'))).toMatchObject({
        code: 'usage',
        message: expect.stringContaining('throughput of live traffic depends on its clients'),
      });
      expect(errorDocument(await probe('sort_buffer_size=4M'))).toMatchObject({
        code: 'change-refused',
        message: expect.stringContaining('Open connections keep their own value'),
      });
      const consumer = (on: string) =>
        stage.query(
          `UPDATE performance_schema.setup_consumers SET ENABLED = '${on}' WHERE NAME = 'statements_digest'`,
        );
      await consumer('NO');
      try {
        expect(errorDocument(await probe(global))).toMatchObject({
          code: 'change-refused',
          message: expect.stringContaining('consumer of statement digests is disabled'),
          hint: expect.stringContaining('UPDATE performance_schema.setup_consumers'),
        });
      } finally {
        await consumer('YES');
      }
      expect(await stage.loggedChanges()).toEqual([]);
      expect(home.entries()).toEqual([]);
    });

  test('no traffic, or traffic without digests, is too little load, and says how much it is', async () => {
    stage.pauseLoad(true);
    try {
      const prepared = id !== 'mysql97';
      const load = { socket: stage.server.socket, tables: 1, rows: 200 };
      // Where the server has digests of prepared statements, there is no traffic available without.
      if (prepared) await prepareSysbench(load);
      const traffic = prepared
        ? startSysbench({
            ...load,
            workload: 'oltp_point_select',
            threads: 1,
            seconds: 30,
            rate: 100,
          })
        : null;
      await stage.forgetLog();
      const { code, out, err } = await probe(global);
      await traffic?.stop();
      expect(code, err).toBe(0);
      const result = probeResultSchema.parse(JSON.parse(out));
      expect(result).toMatchObject({ outcome: 'not-enough-load', blocks: [] });
      expect(result.text).toContain('Nothing was set.');
      if (prepared) {
        expect(result.digests?.coveragePercent).toBeLessThan(50);
        expect(result.text).toContain('prepared');
      } else {
        expect(result.text).toContain('statements a second');
      }
      expect(await stage.loggedChanges()).toEqual([]);
    } finally {
      stage.pauseLoad(false);
    }
  });
}
