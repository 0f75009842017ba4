import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { runCommandLine } from '../../src/cli/run';
import { systemClock } from '../../src/shared/base/clock';
import { recheckSchema, snapshotComparisonSchema } from '../../src/shared/compare';
import { testEngine } from '../engine/test-engine.ts';
import { describeCorePair } from '../server/real-server.ts';
import { connectClient } from '../server/take-snapshot.ts';
import { fakeTerminal } from './fake-terminal.ts';

await describeCorePair('compare and recheck', (id) => {
  let server: RunningServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-recheck-'));
    server = await startServer(id, {
      options: { performance_schema: 'ON', innodb_flush_log_at_trx_commit: 0 },
    });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(args: string[]) {
    const { terminal, out, err } = fakeTerminal();
    const code = await runCommandLine(args, '0.0.0', {
      terminal,
      clock: systemClock,
      signal: new AbortController().signal,
      engine: async () => testEngine(folder),
    });
    return { code, out: out(), err: err() };
  }

  test('what was put right on the server has cleared, and the comparison names the setting', async () => {
    const [before, after] = [join(folder, 'before.lks'), join(folder, 'after.lks')];
    const connect = ['--socket', server.socket, '--user', 'root'];
    const declared = ['--cpus', '77', '--ram', '99G'];
    expect((await run(['snapshot', ...connect, ...declared, '--for', '1s', '-o', before])).code).toBe(0);

    const client = connectClient(server.socket);
    await client.query('SET GLOBAL innodb_flush_log_at_trx_commit = 1');
    client.end();

    const rechecked = await run(['recheck', before, ...connect, '-o', after, '--json']);
    expect(rechecked.code, rechecked.err).toBe(0);
    const recheck = recheckSchema.parse(JSON.parse(rechecked.out));
    expect(recheck.cleared.map(({ ruleId }) => ruleId)).toContain('commits-not-flushed');
    expect(recheck.after.windowSeconds).toBeCloseTo(recheck.before.windowSeconds ?? 0, 0);

    const compared = await run(['compare', before, after, '--json']);
    const comparison = snapshotComparisonSchema.parse(JSON.parse(compared.out));
    expect(comparison.sameServer).toBe(true);
    expect(comparison.variables).toEqual([
      expect.objectContaining({ variable: 'innodb_flush_log_at_trx_commit', a: 0, b: 1 }),
    ]);
    // What was declared for the first one holds for the second, so the hosts do not differ.
    expect(comparison.host).toEqual([]);
    expect(comparison.rates.some(({ name }) => name === 'Questions')).toBe(true);
    expect((await run(['compare', before, after])).out).toMatch(/Settings that differ \(1\)[\s\S]*Rates/);
  });
});
