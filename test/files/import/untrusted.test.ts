import { readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import type { Progress } from '../../../src/shared/progress';
import { folderOf, runImport, values } from './run-import';
import { zipOf } from './zip-writer';

const variables = 'Variable_name\tValue\nversion\t8.0.36\nmax_connections\t151\nport\t3306\n';

async function tarOf(
  entries: { header: Partial<Header> & { name: string }; text?: string }[],
): Promise<Buffer> {
  const archive = pack();
  for (const { header, text } of entries) archive.entry(header, text ?? '');
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const chunk of archive) if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

async function importOf(name: string, bytes: Uint8Array, limits = {}) {
  const folder = await folderOf({ [name]: bytes });
  return runImport(join(folder, name), { limits });
}

describe('hostile archives', () => {
  const outside = ['../up.txt', '/etc/abs.txt', 'a/../../b.txt', 'C:\\win.txt', '..\\back.txt'];

  test('a path that leads out is ignored in a tar, and nothing is written anywhere', async () => {
    const folder = await folderOf({});
    const bytes = await tarOf([...outside, 'in.txt'].map((name) => ({ header: { name }, text: variables })));
    await writeFile(join(folder, 'x.tar'), bytes);
    const { outcome } = await runImport(join(folder, 'x.tar'));
    expect(outcome.files.filter((file) => file.outcome === 'used').map(({ path }) => path)).toEqual([
      'in.txt',
    ]);
    expect(outcome.files.filter(({ text }) => text.includes('leads out')).length).toBe(outside.length);
    expect(await readdir(folder)).toEqual(['x.tar']);
  });

  test('and in a zip', async () => {
    const zip = zipOf([...outside, 'in.txt'].map((name) => ({ name, content: variables })));
    const { outcome } = await importOf('x.zip', zip);
    expect(outcome.files.filter((file) => file.outcome === 'used').map(({ path }) => path)).toEqual([
      'in.txt',
    ]);
    expect(outcome.files.filter(({ text }) => text.includes('leads out')).length).toBe(outside.length);
  });

  test('links are not followed, in a folder, a tar and a zip', async () => {
    const secret = join(await folderOf({ secret: variables }), 'secret');
    const folder = await folderOf({ 'in.txt': variables });
    await symlink(secret, join(folder, 'link.txt'));
    await symlink(join(secret, '..'), join(folder, 'linked'));
    const tar = await tarOf([
      { header: { name: 'link.txt', type: 'symlink', linkname: secret } },
      { header: { name: 'hard.txt', type: 'link', linkname: secret } },
      { header: { name: 'fifo', type: 'fifo' } },
      { header: { name: 'in.txt' }, text: variables },
    ]);
    const zip = zipOf([
      { name: 'link.txt', content: secret, mode: 0o120777 },
      { name: 'in.txt', content: variables },
    ]);
    for (const { outcome } of [
      await runImport(folder),
      await importOf('x.tar', tar),
      await importOf('x.zip', zip),
    ]) {
      expect(outcome.files.filter((file) => file.outcome === 'used').map(({ path }) => path)).toEqual([
        'in.txt',
      ]);
      expect(
        outcome.files.some(({ path, text }) => path.startsWith('link') && text.includes('not followed')),
      ).toBe(true);
    }
  });

  test('a zip whose directory states too much is refused before anything is unpacked', async () => {
    const zip = zipOf([
      { name: 'a.txt', content: variables },
      { name: 'b.txt', content: 'x', statedSize: 2 ** 31 },
    ]);
    await expect(importOf('x.zip', zip)).rejects.toThrow(
      /x\.zip is refused: .* unpack to more than 2 GiB, over 200 times/,
    );
    await expect(importOf('x.zip', zip, { unpackedBytes: 2 ** 30 })).rejects.toThrow(/larger than 1 GiB/);
  });

  test('a zip that holds more than its directory states is refused', async () => {
    const zip = zipOf([{ name: 'a.txt', content: variables.repeat(50), statedSize: 20 }]);
    await expect(importOf('x.zip', zip)).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  test('a gzip bomb ends at the limit, alone, as tar, and as a file within a folder or zip', async () => {
    // Few lines: what takes time in reading is their number.
    const line = `version_comment\t${'x'.repeat(495)}\n`;
    const bomb = gzipSync(Buffer.alloc(1024 ** 2, line));
    const limits = { ratioFromBytes: 128 * 1024 };
    await expect(importOf('x.gz', bomb, limits)).rejects.toThrow(/refused: .* over 200 times/);
    const tar = gzipSync(await tarOf([{ header: { name: 'a.txt' }, text: line.repeat(2048) }]));
    await expect(importOf('x.tar.gz', tar, limits)).rejects.toThrow(/refused: .* over 200 times/);
    const folder = await folderOf({ 'a.log.gz': bomb, 'v.txt': variables });
    await expect(runImport(folder, { limits })).rejects.toThrow(/refused: .* over 200 times/);
    const zip = zipOf([{ name: 'a.log.gz', content: bomb }]);
    await expect(importOf('x.zip', zip, limits)).rejects.toThrow(/refused: .* over 200 times/);
  });

  test('too many files are refused', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`);
    const zip = zipOf(names.map((name) => ({ name, content: 'x' })));
    const tar = await tarOf(names.map((name) => ({ header: { name }, text: 'x' })));
    const folder = await folderOf(Object.fromEntries(names.map((name) => [name, 'x'])));
    const limits = { entries: 10 };
    const runs = [
      () => importOf('x.zip', zip, limits),
      () => importOf('x.tar', tar, limits),
      () => runImport(folder, { limits }),
    ];
    for (const run of runs) await expect(run()).rejects.toThrow('more than 10 files');
  });

  test('an encrypted entry and an archive within are reported', async () => {
    const zip = zipOf([
      { name: 'a.txt', content: variables, encrypted: true },
      { name: 'b.zip', content: zipOf([{ name: 'v.txt', content: variables }]) },
      { name: 'v.txt', content: variables },
    ]);
    const { outcome } = await importOf('x.zip', zip);
    expect(outcome.files.map(({ text }) => text).join('\n')).toMatch(/encrypted[\s\S]*archive within/);
  });

  test('a name with control characters cannot speak to the terminal', async () => {
    const zip = zipOf([{ name: 'v\u001b[31m.txt', content: variables }]);
    expect((await importOf('x.zip', zip)).outcome.files[0]?.path).toBe('v?[31m.txt');
  });
});

describe('bad input', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), /is empty/],
    ['a binary file', Buffer.from([1, 2, 0, 3, 0, 0, 9, 200, 255, 0]), /nothing to import .*binary/],
    ['a text of something else', Buffer.from('Dear diary,\nnothing happened.\n'), /nothing in it is known/],
    ['an xz archive', Buffer.from('\u00fd7zXZ\0', 'latin1'), /is an xz archive, which is not read/],
    ['a gzip file cut short', gzipSync(Buffer.from(variables)).subarray(0, 40), /truncated/],
    [
      'a corrupt gzip file',
      Buffer.concat([gzipSync(Buffer.from(variables)).subarray(0, 12), Buffer.alloc(50, 7)]),
      /corrupt/,
    ],
    [
      'a zip cut short',
      zipOf([{ name: 'a', content: variables }]).subarray(0, 60),
      /truncated, or not a valid zip/,
    ],
  ])('%s is refused and reported', async (_name, bytes, message) => {
    await expect(importOf('given', bytes)).rejects.toThrow(message);
    await expect(importOf('given', bytes)).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  test('a tar cut short is refused', async () => {
    const tar = gzipSync(
      (await tarOf([{ header: { name: 'a.txt' }, text: variables.repeat(100) }])).subarray(0, 2000),
    );
    await expect(importOf('x.tar.gz', tar)).rejects.toThrow(/truncated, or not a valid tar/);
  });

  test('what is not there, an empty folder, and a choice that takes nothing are reported', async () => {
    await expect(runImport('/nonexistent/x')).rejects.toMatchObject({ code: 'file-not-found' });
    await expect(runImport(await folderOf({}))).rejects.toThrow('it holds no file');
    await expect(runImport(await folderOf({ 'v.txt': variables }), { only: 'w' })).rejects.toThrow(
      'no path in it holds "w"',
    );
  });

  test('a Latchkey snapshot is distinguished', async () => {
    const lks = gzipSync('{"schema":"latchkey/snapshot/1"}');
    await expect(importOf('x.lks', lks)).rejects.toThrow(/latchkey analyze reads it/);
  });

  test.each([
    ['UTF-16LE with mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(variables, 'utf16le')])],
    ['UTF-16LE without', Buffer.from(variables, 'utf16le')],
    [
      'UTF-16BE with mark',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(variables, 'utf16le').swap16()]),
    ],
    ['UTF-8 with mark', Buffer.from(`\ufeff${variables}`)],
    ['latin1', Buffer.from(`${variables}init_connect\tSET NAMES k\u00f6ln\n`, 'latin1')],
    ['DOS line ends', Buffer.from(variables.replaceAll('\n', '\r\n'))],
  ])('%s is read', async (_name, bytes) => {
    const { snapshot } = await importOf('v.txt', bytes);
    expect(values(snapshot, 'variables').get('max_connections')).toBe('151');
    expect(snapshot.server.version).toEqual([8, 0, 36]);
  });

  test('a line without end is cut, not held', async () => {
    const { outcome } = await importOf('v.txt', Buffer.from(`${variables}\nx\t${'y'.repeat(300_000)}\n`), {
      lineLength: 1000,
    });
    expect(outcome.remarks.join()).toContain('very long lines were cut');
  });

  test('a series beyond the limit loses every second reading, not its end', async () => {
    const one = (second: number) =>
      `+---------------+-------+\n| Variable_name | Value |\n+---------------+-------+\n| Questions | ${second * 10} |\n| Threads_running | 1 |\n| Uptime | ${1000 + second} |\n+---------------+-------+\n\n`;
    const text = Array.from({ length: 41 }, (_, second) => one(second)).join('');
    const { snapshot, outcome } = await importOf('s.txt', Buffer.from(text), { readings: 10 });
    expect(snapshot.windowSeconds).toBe(40);
    expect(snapshot.samples?.times.length).toBeLessThanOrEqual(11);
    expect(snapshot.samples?.series.Questions?.values.at(-1)).toBe(400);
    expect(outcome.remarks.join()).toContain('every');
  });
});

test('a big input reports progress and can be cancelled', async () => {
  const folder = await folderOf({ 'a.txt': variables, 'b.txt': variables, 'c.txt': variables });
  const cancel = new AbortController();
  const seen: Progress[] = [];
  const run = runImport(folder, {
    signal: cancel.signal,
    report: (progress) => {
      seen.push(progress);
      if (seen.length === 2) cancel.abort();
    },
  });
  await expect(run).rejects.toMatchObject({ code: 'cancelled' });
  expect(seen.map(({ note }) => note)).toEqual(['Reading a.txt', 'Reading b.txt']);
});

test('one long file reports how far it is, and ends soon after a cancel', async () => {
  const statement =
    '# User@Host: a[a] @ h []\n# Query_time: 1.0  Lock_time: 0.0 Rows_sent: 0  Rows_examined: 0\nSELECT 1 FROM t;\n';
  const folder = await folderOf({ 'slow.log': statement.repeat(100_000) });
  const file = join(folder, 'slow.log');
  const seen: Progress[] = [];
  await runImport(file, { report: (progress) => seen.push(progress) });
  expect(seen.length).toBeGreaterThan(2);
  const total = seen[0]?.total ?? 0;
  expect(total).toBe(statement.length * 100_000);
  expect(seen.every(({ done }) => done <= total)).toBe(true);
  const cancel = new AbortController();
  const before = { done: 0 };
  const run = runImport(file, {
    signal: cancel.signal,
    report: ({ done }) => {
      before.done = done;
      if (done > 0) cancel.abort();
    },
  });
  await expect(run).rejects.toMatchObject({ code: 'cancelled' });
  expect(before.done).toBeLessThan(total);
});
