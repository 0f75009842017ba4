import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleSnapshot } from '../../../test/files/example-snapshot';
import { LatchkeyError } from '../../shared/base/error';
import { snapshotLimits, unpackDocument } from './snapshot-encoding';
import { readSnapshot, writeSnapshot } from './snapshot-file';
import { acceptSnapshot } from './snapshot-migration';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** What reading these bytes as a file gives: the snapshot, or the typed error. Anything else fails the test. */
async function outcomeOf(bytes: Uint8Array) {
  const path = join(folder, 'x.lks');
  await writeFile(path, bytes);
  try {
    return { snapshot: await readSnapshot(path) };
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
    return { error };
  }
}
const refusal = async (bytes: Uint8Array | string) => {
  const { error } = await outcomeOf(Buffer.from(bytes));
  return error === undefined ? 'accepted' : `${error.code}: ${error.message.replaceAll(folder, '')}`;
};
const packed = (document: unknown) => gzipSync(JSON.stringify(document));

test('a snapshot reads back as it was written, from gzip and from plain JSON', async () => {
  const path = join(folder, 'a.lks');
  const snapshot = exampleSnapshot();
  await writeSnapshot(path, snapshot);
  expect(await readSnapshot(path)).toEqual(snapshot);
  expect((await readFile(path)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  expect((await outcomeOf(Buffer.from(`\ufeff${JSON.stringify(snapshot, null, 2)}`))).snapshot).toEqual(
    snapshot,
  );
});

test('writing leaves no other file behind and replaces an older snapshot', async () => {
  const path = join(folder, 'a.lks');
  await writeSnapshot(path, exampleSnapshot());
  await writeSnapshot(path, exampleSnapshot({ complete: false }));
  expect((await readSnapshot(path)).complete).toBe(false);
  expect(await readdir(folder)).toEqual(['a.lks']);
});

test('a snapshot that does not fit the schema is not written', async () => {
  const broken = { ...exampleSnapshot(), windowSeconds: -1 };
  await expect(writeSnapshot(join(folder, 'a.lks'), broken)).rejects.toMatchObject({ code: 'internal' });
  expect(await readdir(folder)).toEqual([]);
});

test('a file that is not there, or is a folder, is named', async () => {
  await expect(readSnapshot(join(folder, 'none.lks'))).rejects.toMatchObject({
    code: 'file-not-found',
    message: `There is no snapshot ${folder}/none.lks.`,
  });
  await expect(readSnapshot(folder)).rejects.toMatchObject({
    code: 'file-unreadable',
    message: `Cannot read the snapshot ${folder}: it is a folder.`,
  });
});

test('every kind of wrong file gets its own message', async () => {
  expect(await refusal('')).toBe('not-a-snapshot: /x.lks is not a Latchkey snapshot: the file is empty.');
  expect(await refusal('[mysqld]\nport=1\n')).toBe(
    'not-a-snapshot: /x.lks is not a Latchkey snapshot: it is not JSON.',
  );
  expect(await refusal('hello')).toBe(
    'not-a-snapshot: /x.lks is not a Latchkey snapshot: it is neither gzip nor JSON.',
  );
  expect(await refusal('PK\u0003\u0004....')).toBe(
    'not-a-snapshot: /x.lks is not a Latchkey snapshot: it is a ZIP archive.',
  );
  expect(await refusal(gzipSync('hello'))).toBe(
    'not-a-snapshot: /x.lks is not a Latchkey snapshot: the compressed data is not JSON.',
  );
  expect(await refusal(gzipSync(`${'\0'.repeat(257)}ustar`))).toBe(
    'not-a-snapshot: /x.lks is not a Latchkey snapshot: the compressed data is a tar archive.',
  );
  expect(await refusal('[1]')).toBe(
    'not-a-snapshot: /x.lks is not a Latchkey snapshot: it is JSON, but a list instead of an object.',
  );
  expect(await refusal('{"a":1}')).toBe(
    'not-a-snapshot: /x.lks is not a Latchkey snapshot: it is JSON, but the field "schema" is missing.',
  );
  expect(await refusal('{"schema":"latchkey/analysis/1"}')).toBe(
    'not-a-snapshot: /x.lks is not a Latchkey snapshot: it is a Latchkey analysis document.',
  );
  expect(await refusal(packed({ schema: 'latchkey/snapshot/2' }))).toBe(
    'snapshot-newer: /x.lks was made by a newer version of Latchkey (snapshot format 2; this one reads up to 1).',
  );
});

test('a snapshot with a wrong field is refused with the name of the field', async () => {
  const { server, ...rest } = exampleSnapshot();
  expect(await refusal(packed(rest))).toMatch(/^snapshot-corrupt: .* server: /);
  expect(await refusal(packed({ ...rest, server: { ...server, version: [9, 'x', 0] } }))).toMatch(
    /^snapshot-corrupt: .* server\.version\.1: /,
  );
});

test('cut at any byte, a file is called truncated, with the byte', async () => {
  const whole = packed(exampleSnapshot());
  for (let length = 1; length < whole.length; length += 1) {
    const { error } = await outcomeOf(whole.subarray(0, length));
    expect(error?.code).toBe('snapshot-truncated');
    expect(error?.message).toContain(`truncated at byte ${length} of compressed data`);
  }
});

test('plain JSON cut at any byte is refused', async () => {
  const whole = Buffer.from(JSON.stringify(exampleSnapshot()));
  for (let length = 1; length < whole.length; length += 7) {
    const { error } = await outcomeOf(whole.subarray(0, length));
    expect(['snapshot-truncated', 'not-a-snapshot']).toContain(error?.code);
  }
});

test('a flipped bit never gives a different snapshot', async () => {
  const original = exampleSnapshot();
  const whole = packed(original);
  const codes = new Set<string>();
  for (let bit = 0; bit < whole.length * 8; bit += 11) {
    const bytes = Buffer.from(whole);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const { error, snapshot } = await outcomeOf(bytes);
    if (error === undefined) expect(snapshot).toEqual(original);
    else codes.add(error.code);
  }
  expect(codes).toContain('snapshot-corrupt');
  for (const code of codes)
    expect(['snapshot-corrupt', 'snapshot-truncated', 'not-a-snapshot']).toContain(code);
});

test('random bytes always give a typed error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, asGzip) => {
      const head = asGzip ? Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]) : Buffer.alloc(0);
      const { error } = await outcomeOf(Buffer.concat([head, bytes]));
      expect(error).toBeInstanceOf(LatchkeyError);
    }),
  );
});

test('any JSON value is accepted or refused with a typed error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, inner) => {
      for (const document of [value, { schema: 'latchkey/snapshot/1', sections: value, samples: inner }]) {
        expect(() => acceptSnapshot(document, 'x')).toThrow(LatchkeyError);
      }
    }),
  );
});

test('a small file that unpacks to more than the limit is refused without unpacking it all', async () => {
  const bomb = gzipSync(`[${' '.repeat(64 * 1024 ** 2)}`);
  expect(bomb.length).toBeLessThan(100_000);
  const limits = { ...snapshotLimits, textBytes: 1024 ** 2, otherBytes: 1024 ** 3 };
  await expect(unpackDocument(bomb, 'bomb.lks', limits)).rejects.toMatchObject({
    code: 'not-a-snapshot',
    message: 'bomb.lks is not a Latchkey snapshot: it holds more than 1 MiB of text.',
  });
});

test('only the owner may read a snapshot that keeps literals', async () => {
  const path = join(folder, 'kept.lks');
  await writeSnapshot(path, exampleSnapshot({ literals: 'kept' }));
  expect((await stat(path)).mode & 0o077).toBe(0);
});
