import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildLatchkey, latchkey } from './latchkey.ts';

// Service accounts, containers and CI often have no home that can be written to. What does not need Latchkey's own folder
// works without it, and the rest says how to name another.

const folder = mkdtempSync(join(tmpdir(), 'latchkey-homeless-'));
const text = join(folder, 'paste.txt');
const aFile = join(folder, 'a-file');
const lks = join(process.cwd(), 'samples/mysql-9.7-starved-redo.lks');
beforeAll(() => {
  writeFileSync(
    text,
    'innodb_buffer_pool_size\t134217728\nmax_connections\t151\nUptime\t200000\nQuestions\t5000000\n',
  );
  writeFileSync(aFile, '');
  buildLatchkey();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** LATCHKEY_HOME and HOME; /proc is there, and takes no folder, which Node's own mkdir does not end over. */
const homes: [what: string, environment: Record<string, string>][] = [
  ['LATCHKEY_HOME is a file', { LATCHKEY_HOME: aFile }],
  ['HOME is a file', { LATCHKEY_HOME: '', HOME: aFile, NODE_COMPILE_CACHE: '' }],
  ...(process.platform === 'linux'
    ? ([
        ['HOME takes no folder', { LATCHKEY_HOME: '', HOME: '/proc', NODE_COMPILE_CACHE: '' }],
      ] satisfies (typeof homes)[number][])
    : []),
];

const withoutStore: [args: string[], code: number][] = [
  [['analyze', text], 0],
  [['analyze', text, lks, '--json'], 1],
  [['analyze', lks, '--why', 'redo-log-too-small'], 0],
  [['plan', text], 0],
  [['plan', lks, '--format', 'set-global'], 0],
  [['report', text, '--format', 'markdown'], 0],
  [['top', lks], 0],
  [['compare', lks, lks, '--json'], 0],
  [['export', lks, '--preview'], 0],
  [['import', text, '-o', join(folder, 'made.lks'), '--force'], 0],
  [['rules', 'check'], 0],
  [['rules', 'explain', 'redo-log-too-small', lks], 0],
  [['fleet', 'analyze', folder], 0],
  [['undo', '--list'], 0],
  [['restore', '--list'], 0],
  [['explain'], 0],
];
const needStore: string[][] = [
  ['record', 'list'],
  ['probe', 'results'],
  ['fleet', 'import', '--saved'],
  ['lock', 'innodb_io_capacity'],
  ['mute', 'redo-log-too-small', '--reason', 'a test'],
  ['explain', 'off'],
];

describe.each(homes)('%s', (_, environment) => {
  test('what needs no store works without one', async () => {
    for (const [args, code] of withoutStore) {
      const outcome = await latchkey(args, { environment });
      expect(outcome, `${args.join(' ')}: ${outcome.err}`).toMatchObject({ code });
      expect(outcome.err).not.toMatch(/Unexpected failure|LATCHKEY_HOME/);
    }
  }, 240_000);

  test('what needs the store says how to name another place', async () => {
    for (const args of needStore) {
      const outcome = await latchkey(args, { environment });
      expect(outcome, `${args.join(' ')}: ${outcome.err}`).toMatchObject({ code: 2, out: '' });
      expect(outcome.err).toContain('Set LATCHKEY_HOME to a folder that your account can write to.');
    }
  }, 120_000);
});
