import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/run';
import type { Engine } from '../../src/engine';
import { systemClock } from '../../src/shared/base/clock';
import { errorDocumentSchema } from '../../src/shared/base/error';
import { testEngine } from '../engine/test-engine.ts';
import { fakeTerminal } from './fake-terminal';

let home: string;
let engine: Engine;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-record-'));
  engine = testEngine(home);
});
afterEach(async () => {
  await engine.close();
  rmSync(home, { recursive: true, force: true });
});

async function run(...argv: string[]) {
  const { terminal, out, err } = fakeTerminal();
  const code = await runCommandLine(argv, '0.1.0', {
    terminal,
    clock: systemClock,
    signal: new AbortController().signal,
    engine: async () => engine,
  });
  return { code, out: out(), err: err() };
}

test('without recordings the list says how to make one, and is an empty array as JSON', async () => {
  expect(await run('record', 'list')).toMatchObject({
    code: 0,
    out: expect.stringContaining('No recordings'),
  });
  expect(await run('record', 'list', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });
});

test('without recordings because the database was damaged, the list says where that is kept', async () => {
  const file = join(home, 'recordings.sqlite');
  writeFileSync(file, 'no database at all, '.repeat(1000));
  const { out } = await run('record', 'list');
  expect(out).not.toContain('No recordings');
  expect(out).toContain(`moved to ${file}.damaged-`);
  await engine.close();
  engine = testEngine(home);
  expect((await run('record', 'list')).out).toContain(`${file}.damaged-`);
});

test('a recording that is not there is an error with what to do', async () => {
  const file = join(home, 'x.lks');
  const { code, err } = await run('record', 'export', 'abcd', '-o', file);
  expect(code).toBe(2);
  expect(err).toContain('There is no recording "abcd".');
  expect(err).toContain('latchkey record list');
  expect((await run('record', 'delete', 'abcd')).code).toBe(2);
});

test('a range that ends before it begins is refused before anything is read', async () => {
  const { code, err } = await run('record', 'export', 'abcd', '--from', '10m', '--to', '5m');
  expect(code).toBe(2);
  expect(err).toContain('ends before it begins');
});

test('a server that does not answer is exit code 3', async () => {
  const socket = join(home, 'none.sock');
  expect((await run('record', '--socket', socket, '--user', 'root', '--for', '1s')).code).toBe(3);
  const when = 'Threads_running > 25 for 5s';
  expect((await run('watch', '--socket', socket, '--user', 'root', '--when', when, '-o', home)).code).toBe(3);
});

test('a condition that cannot be watched is a usage error that names the nearest variable, also as JSON', async () => {
  const { code, err } = await run('watch', '--socket', '/nowhere', '--when', 'Thread_running > 2', '--json');
  expect(code).toBe(2);
  expect(errorDocumentSchema.parse(JSON.parse(err))).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('did you mean Threads_running?'),
  });
});

test.each([
  ['record', '--for', '0s'],
  ['record', '--interval', '50ms'],
  ['watch'],
  ['watch', '--when', 'Threads_running > 2', '--limit', '0'],
  ['watch', '--when', 'Threads_running > 2', '--cool-down', '2h'],
])('%s %s %s is a usage error', async (...argv) => {
  expect((await run(...argv)).code).toBe(2);
});
