import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';
import { probeResultSchema } from '../../src/shared/probe';
import { buildLatchkey, errorDocument, latchkey } from '../cli/latchkey.ts';
import { describeCorePair } from '../server/real-server.ts';
import { connectionArguments } from './faults/latchkey-process.ts';
import { Home, Stage } from './faults/stage.ts';

/** Sorts large enough that neither a reading nor the client decides. */
const load = { tables: 1, rows: 2000 };
const sorts = [
  ...['--db-ps-mode=disable', '--skip-trx=on', '--point-selects=0', '--simple-ranges=0'],
  ...['--sum-ranges=0', '--distinct-ranges=0', '--order-ranges=1', '--range-size=500'],
];

await describeCorePair('replay', (id) => {
  let stage: Stage;
  let home: Home;
  let folder: string;
  let slowLog: string;
  beforeAll(async () => {
    buildLatchkey();
    folder = await mkdtemp(join(tmpdir(), 'latchkey-slow-'));
    slowLog = join(folder, 'slow.log');
    stage = await Stage.open(id);
    home = new Home();
    const { socket } = stage.server;
    await prepareSysbench({ socket, ...load });
    await stage.query('CREATE TABLE sbtest.notes (a INT)');
    await stage.query(
      'CREATE FUNCTION sbtest.writes() RETURNS INT DETERMINISTIC BEGIN INSERT INTO sbtest.notes VALUES (1); RETURN 1; END',
    );
    await stage.query(
      'CREATE VIEW sbtest.traps AS SELECT sbtest.writes() AS trap FROM sbtest.sbtest1 LIMIT 1',
    );
    await stage.query(`SET GLOBAL slow_query_log_file = '${slowLog}'`);
    await stage.query("SET GLOBAL log_output = 'TABLE,FILE'");
    await stage.query('SET GLOBAL long_query_time = 0');
    await stage.query('SET GLOBAL slow_query_log = ON');
    const running = startSysbench({
      ...{ socket, ...load, workload: 'oltp_read_only', threads: 1, seconds: 2, args: sorts },
    });
    await running.done;
    // The others are what must never be sent again.
    await stage.query('SET GLOBAL slow_query_log = OFF');
    await stage.query("SET GLOBAL log_output = 'TABLE'");
    await stage.query('SET GLOBAL long_query_time = 10');
    const traps = ['SELECT SLEEP(9) FROM sbtest1', 'DELETE FROM sbtest1', 'SELECT * FROM traps'];
    const entries = traps.map((sql) => `# User@Host: a[a] @ h []\n# Query_time: 0.1\nuse sbtest;\n${sql};\n`);
    await writeFile(slowLog, `${await readFile(slowLog, 'utf8')}${entries.join('')}`);
  });
  afterAll(async () => {
    await stage?.close();
    home?.remove();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const probe = (...more: string[]) =>
    latchkey(
      [
        ...[
          'probe',
          'custom',
          '--json',
          '--arm',
          'small:sort_buffer_size=32K',
          '--max-time',
          '60s',
          '--settle',
          '300ms',
        ],
        ...[
          '--workload',
          'replay',
          '--threads',
          '2',
          '--seed',
          '5',
          ...connectionArguments(stage.proxy.port),
        ],
        ...more,
      ],
      { environment: { LATCHKEY_HOME: home.path } },
    );

  test('SELECTs of a slow log are sent again, nothing else of it is; latency is kept by digest; all is restored', async () => {
    const rows = await stage.query('SELECT COUNT(*) FROM sbtest.sbtest1');
    await stage.forgetLog();
    const running = probe('--yes', '--slow-log', slowLog);
    const shown = async (name: string) => (await stage.query(`SELECT @@GLOBAL.${name}`))[0]?.[0];
    const before = await shown('max_connect_errors');
    // An arm is in force: the replay is on.
    await expect.poll(() => shown('sort_buffer_size'), { timeout: 60_000 }).toBe('32768');
    await stage.query('SET GLOBAL max_connect_errors = 4711');
    const { out, err, code } = await running;
    await stage.query(`SET GLOBAL max_connect_errors = ${before}`);
    expect(out, err).not.toBe('');
    const result = probeResultSchema.parse(JSON.parse(out));
    // What the noise of a shared machine makes of four blocks is not ours to say.
    expect(
      ['completed', 'unstable', 'carry-over', 'client-bound', 'stopped-by-guard'],
      result.text,
    ).toContain(result.outcome);
    expect(code).toBe(result.outcome === 'stopped-by-guard' ? 4 : 0);
    expect(result.remarks.join(' ')).toContain('from the slow log');
    // Someone else's change is reported; the probe's own are not.
    expect(result.remarks.filter((remark) => remark.includes('changed by someone else'))).toEqual([
      expect.stringMatching(/during the replay: max_connect_errors by [^;]*\.$/),
    ]);
    expect(result.remarks.join(' ')).toMatch(/Left out, by digest: .*no SELECT/);
    // The view is a plain SELECT by its text; what its name stands for is asked of the server.
    expect(result.remarks.join(' ')).toMatch(/Left out, by digest: .*1 on views/);
    expect(await stage.query('SELECT * FROM sbtest.notes')).toEqual([]);
    expect(await stage.query('SELECT COUNT(*) FROM sbtest.sbtest1')).toEqual(rows);
    expect(result.digests?.reference.length).toBeGreaterThan(0);
    expect(result.stretch.some(({ clientCpuSeconds }) => (clientCpuSeconds ?? 0) > 0)).toBe(true);
    const slots = result.blocks.flatMap((block) => block.slots).filter(({ stopped }) => stopped !== true);
    for (const slot of slots) {
      expect(slot.p95Ms).toBeGreaterThan(0);
      expect(slot.digests?.length).toBeGreaterThan(0);
    }
    // No text of a statement, and no path of this machine.
    expect(out).not.toMatch(/BETWEEN|traps/i);
    expect(out).not.toContain(folder);
    const sent = await stage.query(
      "SELECT DISTINCT LEFT(CONVERT(argument USING utf8), 30) FROM mysql.general_log WHERE user_host LIKE '%latchkey%' AND (argument LIKE 'DELETE%' OR argument LIKE 'SELECT SLEEP(9)%')",
    );
    expect(sent).toEqual([]);
    expect(
      [...(await stage.differing()).keys()].filter((name) => !/slow_(query_)?(log|query)_file/.test(name)),
    ).toEqual([]);
    expect(home.entries()).toEqual([]);
  });

  test('without a slow log the plan says what the server has kept itself, and without consent nothing is set', async () => {
    const { code, err } = await probe();
    expect(code, err).toBe(2);
    const plan = err.split('\n').find((line) => line.startsWith('{"change"')) ?? '';
    expect(plan).toMatch(
      id === 'mysql80' || id === 'mysql97'
        ? /SELECTs from the sample that the server keeps/
        : /SELECTs from the (server's history|table of the slow log)/,
    );
    expect(plan).toContain('read-only transactions');
  });

  test('where nothing fits, the reasons are named, and nothing is set', async () => {
    const file = join(folder, 'writes.log');
    await writeFile(file, '# User@Host: a[a] @ h []\n# Query_time: 0.1\nuse sbtest;\nDELETE FROM sbtest1;\n');
    expect(errorDocument(await probe('--yes', '--slow-log', file))).toMatchObject({
      code: 'change-refused',
      message:
        'Nothing can be replayed. There is no plain SELECT in the slow log. Left out, by digest: 1 no SELECT.',
    });
    const empty = join(folder, 'empty.log');
    await writeFile(empty, 'nothing\n');
    expect(errorDocument(await probe('--yes', '--slow-log', empty))).toMatchObject({
      code: 'file-unreadable',
    });
    expect(
      errorDocument(await probe('--yes', '--slow-log', slowLog, '--rate', '50', '--metric', 'throughput')),
    ).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('throughput is that rate'),
    });
    expect(home.entries()).toEqual([]);
  });
});
