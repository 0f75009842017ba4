import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildLatchkey } from '../cli/latchkey';
import { measured } from './hostile-files';

/** What a hostile file may cost at most, whatever it is. */
const mostMemory = 400;
const mostSeconds = 5;
const unpacked = 500 * 1024 ** 2;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-bombs-'));
  buildLatchkey();
});
afterAll(() => rm(folder, { recursive: true }));

const start = '{"schema":"latchkey/snapshot/1","sections":';
/** Texts that grow without end, each in its way; `next` gives the n-th piece. */
const bombs: Record<string, { head: string; next: (n: number) => string }> = {
  'one long text': { head: `${start}{"a":"`, next: () => 'a' },
  'blanks between': { head: start, next: () => ' ' },
  'empty lists': { head: `${start}[`, next: () => '[],' },
  'empty objects': { head: `${start}[`, next: () => '{},' },
  numbers: { head: `${start}[`, next: () => '1,' },
  'one long number': { head: start, next: () => '1' },
  'small texts': { head: `${start}[`, next: () => '"ab",' },
  'lists within lists': { head: start, next: () => '[' },
  'objects within objects': { head: start, next: () => '{"a":' },
  'one long name': { head: `${start}{"`, next: () => 'k' },
  'the same name again': { head: '{', next: () => '"sections":{"a":{}},' },
  'new names': { head: `${start}{`, next: (n) => `"${n.toString(36)}":1,` },
  'objects of new forms': { head: `${start}[`, next: (n) => `{"${n.toString(36)}":1},` },
  'letters of two bytes': { head: `${start}{"a":["`, next: () => '\u2026' },
};

/** The same block again and again, each packed by itself: gunzip takes them for one text (RFC 1952, section 2.2). */
async function bomb(name: string): Promise<string> {
  const file = join(folder, `${name.replaceAll(' ', '-')}.lks`);
  const kind = bombs[name];
  if (kind === undefined) throw new Error(`no such bomb: ${name}`);
  const block = 1024 ** 2;
  const isSame = kind.next(1) === kind.next(2);
  const packed = [gzipSync(kind.head)];
  if (isSame) {
    const member = gzipSync(kind.next(1).repeat(Math.ceil(block / kind.next(1).length)));
    for (let made = 0; made < unpacked; made += block) packed.push(member);
  } else {
    // Of different pieces fewer are made: they do not pack as well anyway.
    let text = '';
    for (let n = 0; text.length < unpacked / 16; n += 1) text += kind.next(n);
    packed.push(gzipSync(text, { level: 1 }));
  }
  await writeFile(file, Buffer.concat(packed));
  return file;
}

test.each(Object.keys(bombs))('a snapshot that unpacks to 500 MiB of %s is refused', async (name) => {
  const { code, err, peak, seconds } = await measured(folder, ['analyze', await bomb(name)]);
  expect(err).toMatch(/^latchkey: .* is not a Latchkey snapshot: it (?:holds|lies|would need) /);
  expect(code).toBe(2);
  expect(peak).toBeLessThan(mostMemory);
  expect(seconds).toBeLessThan(mostSeconds);
});
