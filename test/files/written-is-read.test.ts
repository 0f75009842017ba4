import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOptionFile, writeTextFile } from '../../src/files/options/option-files';
import { probeLimits, readableProbe, readProbeFile } from '../../src/files/probe-results';
import { DecisionFiles } from '../../src/files/rules/decisions';
import { readSlowLogStatements } from '../../src/files/slow-log-statements';
import { openJournal } from '../../src/server/change';
import { LatchkeyError } from '../../src/shared/base/error';
import { fileSizes } from '../../src/shared/base/file-sizes';
import type { ProbeResult } from '../../src/shared/probe';
import { jsonText } from '../../src/shared/writers/json';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-written-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Whether it was written; a refusal leaves what was there. */
async function isWritten(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof LatchkeyError && error.code === 'write-failed') return false;
    throw error;
  }
}

/** Lengths of texts around the largest that is read. */
const near = (most: number) =>
  fc
    .oneof(fc.nat(2 * most), fc.integer({ min: most - 200, max: most + 200 }))
    .map((length) => 'x'.repeat(length));

test('every reason of a lock or a mute that is written is read again; a longer one is refused', async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(near(fileSizes.decision), async (reason) => {
      number += 1;
      const decisions = new DecisionFiles(join(folder, `decisions-${number}`));
      const at = '2026-11-21T03:04:05.000Z';
      const locked = await isWritten(() => decisions.lock({ variable: 'max_connections', reason, at }));
      const muted = await isWritten(() => decisions.mute({ ruleId: 'some-rule', reason: `${reason}.`, at }));
      const { locks, mutes, damaged } = await decisions.read();
      expect(damaged).toEqual([]);
      expect(locks.map((lock) => lock.reason)).toEqual(locked ? [reason] : []);
      expect(mutes.map((mute) => mute.reason)).toEqual(muted ? [`${reason}.`] : []);
    }),
    { numRuns: 20 },
  );
});

test('every option file that is written is read again; a larger one is refused, and the file stays', async () => {
  const file = join(folder, 'my.cnf');
  let before = '[mysqld]\n';
  await writeFile(file, before);
  await fc.assert(
    fc.asyncProperty(near(fileSizes['option file']), async (comment) => {
      const text = `[mysqld]\n# ${comment}\n`;
      if (await isWritten(() => writeTextFile(file, text, before))) before = text;
      expect((await readOptionFile(file)) === before).toBe(true);
    }),
    { numRuns: 10 },
  );
});

test('every result of a probe that is written is read again, whatever was sent', async () => {
  const sample: ProbeResult = JSON.parse(
    await readFile(join(import.meta.dirname, '../../samples/probes/adaptive-hash-index.json'), 'utf8'),
  );
  const [statement] = sample.statements;
  if (statement === undefined) throw new Error('the sample holds no statement');
  const own = Buffer.byteLength(jsonText({ ...sample, statements: [] }));
  const limits = { ...probeLimits, textBytes: own + 20_000 };
  await fc.assert(
    fc.asyncProperty(fc.nat(200), fc.nat(200), async (count, length) => {
      const sql = `SET GLOBAL x = '${'\u001b'.repeat(length)}'`;
      const measured = {
        ...sample,
        statements: Array.from({ length: count }, () => ({ ...statement, sql })),
      };
      const written = readableProbe(measured, limits);
      expect(Buffer.byteLength(jsonText(written))).toBeLessThanOrEqual(limits.textBytes);
      const left = count - written.statements.length;
      if (left > 0) expect(written.remarks.at(-1)).toContain(`${left} of ${count} statements are not listed`);
      else expect(written).toEqual(measured);
    }),
    { numRuns: 20 },
  );
  const file = join(folder, 'result.json');
  const many = Array.from({ length: 400 }, () => ({ ...statement, sql: 'x'.repeat(200_000) }));
  await writeTextFile(file, jsonText(readableProbe({ ...sample, statements: many })));
  expect((await readProbeFile(file)).statements.length).toBeGreaterThan(50);
});

test('a journal with values of any length is read again', async () => {
  const options = { pid: process.pid, bootId: 'boot', now: () => new Date() };
  const journal = openJournal(join(folder, 'journal'), options);
  const record = await journal.create({
    purpose: 'apply',
    phase: 'changing',
    target: { socket: '/run/s.sock', user: 'root' },
    serverKey: 'k',
    serverStartedAt: '2026-11-21T00:00:00.000Z',
    connectionId: 7,
    items: [
      {
        kind: 'global-variable',
        variable: 'init_connect',
        type: 'text',
        original: 'x'.repeat(8 * 1024 ** 2),
        proposed: '',
        stored: null,
        state: 'planned',
      },
    ],
  });
  const [read] = await openJournal(join(folder, 'journal'), options).list();
  expect(read?.items).toEqual(record.entry.items);
});

test('a statement of a slow log that is longer than a line may be is never replayed in a part', async () => {
  const file = join(folder, 'slow.log');
  const entry = (sql: string) => `# User@Host: a[a] @ h []\n# Query_time: 0.1\nuse shop;\n${sql};\n`;
  const long = `SELECT a FROM t WHERE a = 1 AND b IN (1${',2'.repeat(3 * 1024 ** 2)})`;
  await writeFile(file, entry('SELECT a FROM t WHERE a = 1') + entry(long));
  const read = await readSlowLogStatements(file, new AbortController().signal);
  expect(read.flatMap(({ examples }) => examples)).toEqual(['SELECT a FROM t WHERE a = 1']);
});
