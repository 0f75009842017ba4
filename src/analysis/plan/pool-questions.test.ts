import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { computeChunks } from '../../knowledge/buffer-pool';
import { type Snapshot, snapshotSchema } from '../../shared/snapshot';
import { poolQuestions } from './pool-questions';

async function sample(name: string): Promise<Snapshot> {
  const bytes = await readFile(`samples/${name}.lks`);
  return snapshotSchema.parse(JSON.parse(gunzipSync(bytes).toString('utf8')));
}

test.each(['mysql-9.7-starved-redo', 'mysql-5.6-benchmark-2013', 'mariadb-11.8-healthy'])(
  'of %s: a start and a SET with the present size change nothing',
  async (name) => {
    const questions = poolQuestions(await sample(name));
    if (questions === null) throw new Error('The sample has a buffer pool.');
    const { start, set } = questions;
    expect(start.sizeBytes).toBe(set.currentSizeBytes);
    expect(computeChunks(start)).toMatchObject({ accepted: true, effective: { sizeBytes: start.sizeBytes } });
    expect(computeChunks(set)).toMatchObject({ changed: false, effective: { sizeBytes: start.sizeBytes } });
  },
);

test('a chunk that the server shrank to fit a small pool is no option of the start', async () => {
  const questions = poolQuestions(await sample('mysql-9.7-starved-redo'));
  expect(questions?.set.chunkBytes).toBe(24 * 1024 ** 2);
  expect(questions?.start).not.toHaveProperty('chunkBytes');
});

test('a snapshot without variables has no questions', async () => {
  const snapshot = await sample('mysql-9.7-starved-redo');
  const { variables: _taken, ...sections } = snapshot.sections;
  expect(poolQuestions({ ...snapshot, sections })).toBeNull();
});
