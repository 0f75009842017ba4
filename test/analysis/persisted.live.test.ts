import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { analyze, buildPlan, compileRules, renderPlan } from '../../src/analysis';
import { presentVariables } from '../../src/analysis/outputs/render-context';
import { openSession } from '../../src/server';
import { noChoices, type PlanFormat } from '../../src/shared/plan';
import type { Snapshot } from '../../src/shared/snapshot';
import { describeEachVersion } from '../server/real-server.ts';
import { connectClient, takeSnapshot } from '../server/take-snapshot.ts';

// What SET PERSIST kept before a plan is kept again after its undo; what it did not keep is gone again.
await describeEachVersion('persisted values', (id) => {
  if (id !== 'mysql97') {
    test('this server has no SET PERSIST', () => expect(id).not.toBe('mysql97'));
    return;
  }
  let server: RunningServer;
  let snapshot: Snapshot;
  beforeAll(async () => {
    server = await startServer(id);
    const client = connectClient(server.socket);
    await client.query('SET PERSIST sort_buffer_size = 300000');
    // Kept for the next start, and not in force.
    await client.query('SET PERSIST_ONLY net_buffer_length = 32768');
    client.end();
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    snapshot = await takeSnapshot(session).finally(() => session.close());
  });
  afterAll(() => server?.stop());

  const feed = async (format: PlanFormat, undo: boolean): Promise<Record<string, string>> => {
    const analysis = analyze(snapshot, compileRules([]), { path: null });
    const set = { sort_buffer_size: '512K', join_buffer_size: '512K', net_buffer_length: '8192' };
    const plan = buildPlan(snapshot, [], { ...noChoices, set });
    const { text } = renderPlan(plan, analysis, format, null, { undo, present: presentVariables(snapshot) });
    const client = connectClient(server.socket);
    for (const sql of text.split('\n')) if (!sql.startsWith('--') && sql !== '') await client.query(sql);
    const rows = await client.query(
      'SELECT VARIABLE_NAME AS name, VARIABLE_VALUE AS value FROM performance_schema.persisted_variables',
    );
    client.end();
    return Object.fromEntries(
      (rows as { name: string; value: string }[]).map((row) => [row.name, row.value]),
    );
  };

  test.each(['set-persist', 'set-persist-only'] as const)('%s and its undo', async (format) => {
    const before = { sort_buffer_size: '300000', net_buffer_length: '32768' };
    expect(await feed(format, false)).toEqual({
      net_buffer_length: '8192',
      sort_buffer_size: '524288',
      join_buffer_size: '524288',
    });
    expect(await feed(format, true)).toEqual(before);
  });
});
