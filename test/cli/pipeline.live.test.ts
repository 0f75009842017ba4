import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { analysisSchema } from '../../src/shared/analysis';
import { planFormats, planSchema } from '../../src/shared/plan';
import { snapshotSummarySchema } from '../../src/shared/snapshot';
import { describeCorePair } from '../server/real-server.ts';
import { buildLatchkey, latchkey } from './latchkey.ts';

/** Those that have SET PERSIST. */
const persists: readonly ServerId[] = ['mysql80', 'mysql97'];

await describeCorePair('command line', (id) => {
  let server: RunningServer;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    buildLatchkey();
    folder = await mkdtemp(join(tmpdir(), 'latchkey-pipeline-'));
    file = join(folder, 'x.lks');
    server = await startServer(id, { options: { performance_schema: 'ON' } });
    const tables = { socket: server.socket, tables: 2, rows: 2000 };
    await prepareSysbench(tables);
    const load = startSysbench({ ...tables, workload: 'oltp_read_write', threads: 2, seconds: 90, rate: 50 });
    try {
      // The window is read while the load runs; every test below works on what this one run left.
      live = await latchkey([
        'snapshot',
        '--socket',
        server.socket,
        '--user',
        'root',
        '--for',
        '4s',
        '-o',
        file,
        '--analyze',
        '--json',
      ]);
    } finally {
      await load.stop();
    }
  });
  let live: Awaited<ReturnType<typeof latchkey>>;
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  test('a snapshot of the loaded server is complete, and no collector failed', async () => {
    expect([0, 1]).toContain(live.code);
    const snapshot = await readSnapshot(file);
    expect(snapshot.complete).toBe(true);
    expect(snapshot.literals).toBe('removed');
    expect(Object.entries(snapshot.sections).filter(([, { status }]) => status === 'failed')).toEqual([]);
    expect(snapshot.samples?.times.length).toBeGreaterThanOrEqual(3);
    expect(Number(snapshot.samples?.series.Questions?.values.at(-1))).toBeGreaterThan(100);
  });

  test('the saved file gives exactly the analysis that the live run gave', async () => {
    const offline = await latchkey(['analyze', file, '--json']);
    expect(offline.code).toBe(live.code);
    expect(offline.out).toBe(live.out);
    const analysis = analysisSchema.parse(JSON.parse(offline.out));
    expect(analysis.snapshot.complete).toBe(true);
    expect(analysis.findings.length + analysis.passed.length + analysis.notChecked.length).toBeGreaterThan(0);
    for (const finding of analysis.findings) {
      // A setting may be a text; a finding that shows nothing at all is none.
      expect([finding.ruleId, finding.evidence.length]).not.toEqual([finding.ruleId, 0]);
    }
  });

  // A process for each form.
  test('every form of the plan and of the report can be made', async () => {
    planSchema.parse(JSON.parse((await latchkey(['plan', file, '--json'])).out));
    for (const format of planFormats) {
      const made = await latchkey(['plan', file, '--format', format]);
      if (format.startsWith('set-persist') && !persists.includes(id)) {
        expect(made).toMatchObject({ code: 2, err: expect.stringContaining('SET PERSIST') });
      } else if (['gcloud', 'az'].includes(format) && id.startsWith('mariadb')) {
        // Neither service has MariaDB.
        expect(made).toMatchObject({ code: 2, err: expect.stringContaining('MariaDB') });
      } else expect([format, made.code]).toEqual([format, 0]);
    }
    for (const format of ['html', 'markdown', 'json']) {
      const { code, out } = await latchkey(['report', file, '--format', format]);
      expect(code).toBe(0);
      expect(out.length).toBeGreaterThan(500);
    }
  });

  test('without a window there is one moment, which can be judged too', async () => {
    const moment = join(folder, 'moment.lks');
    const taken = await latchkey([
      'snapshot',
      '--socket',
      server.socket,
      '-u',
      'root',
      '--for',
      '0',
      '-o',
      moment,
      '--json',
    ]);
    expect(taken.code).toBe(0);
    expect(snapshotSummarySchema.parse(JSON.parse(taken.out)).path).toBe(moment);
    expect([0, 1]).toContain((await latchkey(['analyze', moment])).code);
  });
});
