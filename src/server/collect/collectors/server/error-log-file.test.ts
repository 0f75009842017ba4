import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTail } from './error-log';

test('the end of the error log is read from a regular file only: a pipe that a server names is not waited for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-error-log-'));
  try {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    expect(await readTail(fifo, 10)).toBeNull();
    expect(await readTail('/dev/zero', 10)).toBeNull();
    expect(await readTail(folder, 10)).toBeNull();
    await writeFile(join(folder, 'log'), 'one two three');
    expect(await readTail(join(folder, 'log'), 5)).toEqual({ text: 'three', whole: false });
  } finally {
    await rm(folder, { recursive: true });
  }
});
