import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSysbench } from './sysbench-program';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-sysbench-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = (answer: string) =>
  writeFile(join(folder, 'sysbench'), `#!/bin/sh\necho '${answer}'\n`, { mode: 0o755 });

test.skipIf(process.platform === 'win32')(
  'the first sysbench of the search path is taken, with its version',
  async () => {
    await put('sysbench 1.0.20');
    expect(await findSysbench({ PATH: `/nonexistent:${folder}` })).toEqual({
      path: join(folder, 'sysbench'),
      version: 'sysbench 1.0.20',
    });
  },
);

test.skipIf(process.platform === 'win32').each(['sysbench 0.5', 'something else 1.2.3'])(
  '"%s" is refused by its name',
  async (answer) => {
    await put(answer);
    await expect(findSysbench({ PATH: folder })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(answer),
    });
  },
);

test('without one it says what to do', async () => {
  await expect(findSysbench({ PATH: folder })).rejects.toMatchObject({
    code: 'usage',
    hint: expect.stringContaining('--workload live'),
  });
});
