import { expect, test } from 'vitest';
import { fakeTerminal } from '../../../test/cli/fake-terminal';
import type { Engine } from '../../engine';
import { computeChunks } from '../../knowledge/buffer-pool';
import { systemClock } from '../../shared/base/clock';
import { chunksInputSchema, chunksSchema } from '../../shared/chunks';
import { runCommandLine } from '../run';

async function chunks(line: string) {
  const { terminal, out, err } = fakeTerminal();
  const engine = {
    call: async (_name: string, input: unknown) => computeChunks(chunksInputSchema.parse(input)),
  };
  const code = await runCommandLine(['chunks', ...line.split(' ')], '1.2.3', {
    terminal,
    clock: systemClock,
    signal: new AbortController().signal,
    engine: async () => engine as unknown as Engine,
  });
  return { code, out: out(), err: err() };
}

test('--json prints one document that fits the contract', async () => {
  const { code, out, err } = await chunks(
    '--at set --flavour mysql --version 5.7.21 --size 1536M --current-size 2G --instances 8 --json',
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.trimEnd().split('\n')).toHaveLength(1);
  expect(chunksSchema.parse(JSON.parse(out))).toMatchObject({
    schema: 'latchkey/chunks/1',
    input: { sizeBytes: 1536 * 1024 ** 2, version: [5, 7, 21] },
    accepted: true,
    changed: false,
    effective: { sizeBytes: 2 * 1024 ** 3, totalChunks: 16, chunksPerInstance: 2 },
    messages: [{ level: 'warning', code: 1210 }],
    basis: 'source',
  });
});

test('a person reads the outcome, the values, the messages and better sizes', async () => {
  const { out } = await chunks('--at start --flavour mysql --version 8.0.36 --size 9G --instances 16');
  expect(out).toContain('The server starts with 10G (10737418240).');
  expect(out).toContain('80, 5 in each instance');
  expect(out).toContain('40G (42949672960)');
});

test('--version is the version of the server, and before the command that of Latchkey', async () => {
  expect((await chunks('--at start --flavour mysql --version 8.0.36')).code).toBe(0);
});

test.each([
  ['--flavour mysql --version 8.0.36', /--at/],
  ['--at start --version 8.0.36', /--flavour/],
  ['--at start --flavour mysql', /--version/],
  ['--at start --flavour mysql --version 8.0', /all three numbers/],
  ['--at start --flavour oracle --version 8.0.36', /mysql, percona, mariadb/],
  ['--at later --flavour mysql --version 8.0.36', /start, set/],
  ['--at start --flavour mysql --version 8.0.36 --size 1.5G', /whole number with K, M, G or T/],
  ['--at start --flavour mysql --version 8.0.36 --size -1', /whole/],
  ['--at start --flavour mysql --version 8.0.36 --size 9007199254740993', /at most 1024T/],
  ['--at start --flavour mysql --version 8.0.36 --size 99999T', /at most 1024T/],
  ['--at start --flavour mysql --version 8.0.36 --instances 5000', /from 0 to 1024/],
  ['--at start --flavour mysql --version 8.0.36 --page-size 10K', /4K, 8K/],
  ['--at start --flavour mysql --version 8.0.36 --cpus 0', /from 1/],
  ['--at start --flavour mysql --version 4.1.0', /not covered/],
  ['--at set --flavour mysql --version 8.0.36', /give --size/],
  ['--at start --flavour mysql --version 8.0.36 extra', /Too many arguments/],
])('%s is a usage error', async (line, message) => {
  const { code, out, err } = await chunks(line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
});
