import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildLatchkey } from './latchkey.ts';

// A plan that is cut off and applied is worse than none: output that is not whole is a failure, and says so.

const program = join(process.cwd(), 'out/main/cli.cjs');
const lks = join(process.cwd(), 'samples/mysql-9.7-starved-redo.lks');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-lost-'));
beforeAll(buildLatchkey, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** @param script of a shell, in which LATCHKEY stands for the command */
function shell(script: string): { status: number | null; stderr: string } {
  const command = `"${process.execPath}" "${program}"`;
  return spawnSync('sh', ['-c', script.replaceAll('LATCHKEY', command)], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      LATCHKEY_HOME: folder,
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
  });
}

const documents = [
  ['plan', lks],
  ['plan', lks, '--json'],
  ['analyze', lks],
  ['analyze', lks, '--json'],
  ['report', lks],
  ['rules', 'list'],
  ['top', lks],
].map((args) => args.join(' '));

describe.skipIf(process.platform !== 'linux')('standard output', () => {
  test.each(documents)(
    '%s: a device that is full takes nothing',
    (args) => {
      const { status, stderr } = shell(`LATCHKEY ${args} > /dev/full`);
      expect(stderr).toContain('no space is left');
      expect(status).toBe(2);
    },
    60_000,
  );

  test.each(['plan', 'report', 'analyze'])(
    '%s: a disk that fills up takes a part',
    (command) => {
      const file = join(folder, `${command}.out`);
      // In blocks of 512 bytes. Node ignores SIGXFSZ: of a write, a part is taken, and the next fails.
      const { status, stderr } = shell(`ulimit -f 2; LATCHKEY ${command} ${lks} > ${file}`);
      expect(statSync(file).size).toBe(1024);
      expect(stderr).toContain('do not use it');
      expect(status).toBe(2);
    },
    60_000,
  );

  test('a whole file is no failure, nor is a reader that leaves early', () => {
    const file = join(folder, 'whole.out');
    expect(shell(`LATCHKEY report ${lks} > ${file}`)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(file, 'utf8').trimEnd()).toMatch(/<\/html>$/);
    expect(shell(`LATCHKEY report ${lks} | head -c 10 > /dev/null`)).toMatchObject({ status: 0, stderr: '' });
  }, 60_000);
});
