import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/run';
import type { Engine } from '../../src/engine';
import { systemClock } from '../../src/shared/base/clock';
import { topSqlSchema } from '../../src/shared/top-sql';
import { testEngine } from '../engine/test-engine.ts';
import { fakeTerminal } from './fake-terminal';

let home: string;
let engine: Engine;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-top-'));
  engine = testEngine(home);
});
afterAll(async () => {
  await engine.close();
  rmSync(home, { recursive: true, force: true });
});

async function top(...argv: string[]) {
  const { terminal, out, err } = fakeTerminal();
  const code = await runCommandLine(['top', ...argv], '0.1.0', {
    terminal,
    clock: systemClock,
    signal: new AbortController().signal,
    engine: async () => engine,
  });
  return { code, out: out(), err: err() };
}

const sample = 'samples/mysql-9.7-starved-redo.lks';

test('a person reads the statements by share of time, and what is unknown', async () => {
  const { code, out, err } = await top(sample, '--limit', '2');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^ 1\. 26\.2 % of the time, .* mean .* p95 .* p99/m);
  expect(out).toMatch(/^ 2\. 12\.2 % of the time/m);
  expect(out).not.toMatch(/^ 3\. /m);
  expect(out).toMatch(/Each call: rows examined 0, sent 0/);
  expect(out).toMatch(/CPU time: The consumer events_statements_cpu is off\./);
  expect(out).toMatch(/Not listed: Latchkey's own statements \(\d+ calls/);
});

test('--json prints one document, in the order that was asked for', async () => {
  const { code, out, err } = await top(sample, '--by', 'calls', '--limit', '5', '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.trimEnd().split('\n')).toHaveLength(1);
  const document = topSqlSchema.parse(JSON.parse(out));
  expect(document).toMatchObject({ by: 'calls', totals: { shown: 5 } });
  const calls = document.statements.map((one) => one.calls);
  expect(calls).toEqual([...calls].sort((a, b) => b - a));
});

test('without statements it says why', async () => {
  const { code, out } = await top('samples/mariadb-11.8-healthy.lks');
  expect(code).toBe(0);
  expect(out).toMatch(/No statements\. .*have a digest/s);
});

test.each([
  [['--by', 'cpu', sample], /time, calls, rows, tmp, lock, errors/],
  [['--limit', '0', sample], /whole number above 0/],
  [['--limit', '501', sample], /1 to 500/],
  [[], /missing|snapshot/i],
  [['samples/none.lks'], /none\.lks/],
])('%j is refused', async (argv, message) => {
  const { code, out, err } = await top(...argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
});
