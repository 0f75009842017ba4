import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JudgingWorkers } from './workers';

let folder: string;
let workers: JudgingWorkers<'document'> | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-workers-'));
});
afterEach(async () => {
  await workers?.close();
  await rm(folder, { recursive: true });
});

/** Threads whose program answers a path with itself, and does `at` first. */
async function threads(at: string): Promise<JudgingWorkers<'document'>> {
  const script = join(folder, 'thread.cjs');
  await writeFile(
    script,
    `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (path) => {
      if (path === 'deadly') process.exit(1);
      if (path === 'too large') throw new Error('heap out of memory');
      parentPort.postMessage({ path, value: path });
    });
    ${at}
    parentPort.postMessage('ready');`,
  );
  const paths = { data: '', config: '', journal: '', rules: '', samples: '', reportClient: '' };
  workers = new JudgingWorkers(script, 2, {
    paths,
    view: 'document',
    judging: { locks: [], mutes: [], areFew: false },
  });
  return workers;
}

test('a file whose thread dies is the only one that is lost', async () => {
  const pool = await threads('');
  const paths = ['a', 'deadly', 'b', 'c', 'too large', 'd', 'e', 'deadly', 'f'];
  const outcomes = await Promise.all(paths.map((path) => pool.judge(path)));
  const lost = { code: 'internal', message: expect.stringContaining('could not be judged') };
  expect(outcomes).toEqual(
    paths.map((path) =>
      path.length > 1 ? { path, error: expect.objectContaining(lost) } : { path, value: path },
    ),
  );
  expect(outcomes[4]).toMatchObject({ error: { cause: 'heap out of memory' } });
});

test('where no thread begins, each file is refused', async () => {
  const pool = await threads("throw new Error('no memory for a thread');");
  const outcomes = await Promise.all(['a', 'b', 'c'].map((path) => pool.judge(path)));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ error: { code: 'internal', cause: 'no memory for a thread' } });
});
