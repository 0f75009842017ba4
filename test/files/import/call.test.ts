import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../src/engine';
import { systemClock } from '../../../src/shared/base/clock';
import { rpcContract } from '../../../src/shared/rpc';
import { fixtures, folderOf } from './run-import';

test('the call of the window imports, keeps the snapshot in the history and opens it', async () => {
  const data = await folderOf({});
  const root = join(import.meta.dirname, '../../..');
  const engine = createEngine({
    paths: {
      data,
      config: data,
      journal: join(data, 'journal'),
      rules: join(root, 'rules'),
      samples: join(root, 'samples'),
      reportClient: join(root, 'out/report/client.js'),
    },
    version: '0.0.0',
    clock: systemClock,
    process: { pid: process.pid, bootId: 'test' },
  });
  const job = { signal: new AbortController().signal, report: () => undefined };
  try {
    const path = join(fixtures, 'pt-mysql-summary-mysql56.tar.gz');
    const answer = await engine.call('import.open', { path, keepLiterals: false, declaredHost: {} }, job);
    const { snapshot, tool } = rpcContract['import.open'].output.parse(answer);
    expect(tool).toBe('pt-mysql-summary');
    const listed = await engine.call('snapshot.list', {}, job);
    expect(listed.map(({ id }) => id)).toEqual([snapshot.id]);
    const analysis = await engine.call('analysis.get', { id: snapshot.id }, job);
    expect(analysis.snapshot.id).toBe(snapshot.id);
  } finally {
    await engine.close();
  }
});
