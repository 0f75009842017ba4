import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/run';
import type { Engine } from '../../src/engine';
import { systemClock } from '../../src/shared/base/clock';
import { toLatchkeyError } from '../../src/shared/base/error';
import { fakeTerminal } from '../cli/fake-terminal';
import { testEngine } from './test-engine';

let home: string;
let engine: Engine;
let sample: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-same-readers-'));
  engine = testEngine(home);
  sample = join(home, 'sample.lks');
  cpSync('samples/mysql-9.7-starved-redo.lks', sample);
});
afterAll(async () => {
  await engine.close();
  rmSync(home, { recursive: true });
});

/** Files that no reader takes, whatever it is for: too large, too deep, a bomb, none at all. */
const hostile: Record<string, (file: string) => void> = {
  'a file of a terabyte': (file) => {
    writeFileSync(file, '');
    truncateSync(file, 2 ** 40);
  },
  'a named pipe': (file) => execFileSync('mkfifo', [file]),
  'a folder that is not there': (file) => void file,
  'a bomb': (file) => writeFileSync(file, gzipSync(Buffer.alloc(20 * 1024 ** 2, '['))),
  'text of a thousand levels': (file) => writeFileSync(file, `${'['.repeat(1000)}${']'.repeat(1000)}`),
};

const job = { signal: new AbortController().signal, report: () => {} };

/** Each way of the window to read a file, with that of the command line. */
const ways: Record<string, { window(file: string): Promise<unknown>; command(file: string): string[] }> = {
  'snapshot.open': {
    window: (path) => engine.call('snapshot.open', { path }, job),
    command: (file) => ['analyze', file],
  },
  'compare.files': {
    window: async (b) => engine.call('compare.files', { a: sample, b }, job),
    command: (file) => ['compare', sample, file],
  },
  'import.open': {
    window: (path) => engine.call('import.open', { path, keepLiterals: false, declaredHost: {} }, job),
    command: (file) => ['import', file, '-o', join(home, 'imported.lks')],
  },
  'probe.openResult': {
    window: (path) => engine.call('probe.openResult', { path }, job),
    command: (file) => ['probe', 'report', file],
  },
};

async function byCommand(argv: string[]): Promise<unknown> {
  const { terminal, err } = fakeTerminal();
  await runCommandLine([...argv, '--json'], 'test', {
    ...{ terminal, clock: systemClock, signal: job.signal },
    engine: async () => engine,
  });
  return JSON.parse(err().trim().split('\n').at(-1) ?? '');
}

test.each(Object.keys(ways).flatMap((way) => Object.keys(hostile).map((name) => ({ way, name }))))(
  '$way of the window refuses $name with the words of the command line',
  async ({ way, name }) => {
    const { window, command } = ways[way] ?? { window: () => Promise.resolve(), command: () => [] };
    const file = join(home, `${way}-${name.replaceAll(' ', '-')}`);
    hostile[name]?.(file);
    const refusal = await window(file).then(
      () => null,
      (error: unknown) => toLatchkeyError(error).toDocument(),
    );
    expect(refusal).not.toBeNull();
    expect(refusal?.code).not.toBe('internal');
    expect(await byCommand(command(file))).toMatchObject({ code: refusal?.code, message: refusal?.message });
  },
);
