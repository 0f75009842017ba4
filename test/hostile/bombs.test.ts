import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildLatchkey } from '../cli/latchkey';
import { gzipBomb, zipOf } from './bombs';
import { measured } from './hostile-files';
import { isWithin } from './slowness';

/** What a hostile file may cost at most, whatever it is. */
const mostMemory = 400;
const mostSeconds = 5;
/** Processors that others use too have less cache for each: a second of theirs does less than one of a free machine. */
const patience = 4;
const unpacked = 500 * 1024 ** 2;

vi.setConfig({ testTimeout: 300_000 });

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
  expect(isWithin(seconds, patience * mostSeconds), `${seconds} s`).toBe(true);
});

const status = 'Variable_name\tValue\nUptime\t5000\nQuestions\t100\nThreads_connected\t4\n';

/** A header of a tar archive (POSIX ustar). */
function tarHeader(name: string, kind: string, size: number): string {
  const bytes = Buffer.alloc(512);
  bytes.write(name);
  bytes.write('0000644\0', 100);
  bytes.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  bytes.write('        ', 148);
  bytes.write(kind, 156);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes.toString('latin1');
}

const line = 'Aborted_clients\t1\n';
const million = 2 ** 20;
/** Each makes its file under the path that it is given. @returns the arguments that read it */
const hostile: Record<string, (path: string) => Promise<string[]>> = {
  'a gzip file of 500 MiB': async (path) => {
    await gzipBomb(`${path}.txt.gz`, unpacked, status, line);
    return ['import', `${path}.txt.gz`];
  },
  'a zip file of 500 MiB': async (path) => {
    const content = Buffer.alloc(64 * million, line);
    const entries = Array.from({ length: 8 }, (_, index) => ({ name: `mysqladmin-${index}.txt`, content }));
    await writeFile(`${path}.zip`, zipOf(entries));
    return ['import', `${path}.zip`];
  },
  'a zip file of 60,000 files': async (path) => {
    const content = Buffer.alloc(0);
    const entries = Array.from({ length: 60_000 }, (_, index) => ({ name: `e${index}.txt`, content }));
    await writeFile(`${path}.zip`, zipOf(entries));
    return ['import', `${path}.zip`];
  },
  'a packed tar archive of 500 MiB': async (path) => {
    await gzipBomb(`${path}.tar.gz`, unpacked, tarHeader('mysqladmin.txt', '0', unpacked), line);
    return ['import', `${path}.tar.gz`];
  },
  'a packed tar archive of 200,000 entries of every kind': async (path) => {
    const kinds = ['0', '1', '2', '3', '4', '5', '6', 'x', 'g', 'L'];
    const part = kinds.map((kind) => tarHeader(`entry-${kind}.txt`, kind, 0)).join('');
    await gzipBomb(`${path}.tar.gz`, 200_000 * 512, '', part);
    return ['import', `${path}.tar.gz`];
  },
  'a tar archive of 30,000 folders': async (path) => {
    await writeFile(`${path}.tar`, tarHeader('folder/', '5', 0).repeat(30_000), 'latin1');
    return ['import', `${path}.tar`];
  },
  'the result of a probe of empty lists': async (path) => {
    await writeFile(`${path}.json`, `{"schema":"latchkey/probe/1","blocks":[${'[],'.repeat(10 * million)}`);
    return ['probe', 'show', `${path}.json`];
  },
  'the result of a probe of 200 MiB': async (path) => {
    await writeFile(`${path}.json`, '{');
    await truncate(`${path}.json`, 200 * million);
    return ['probe', 'show', `${path}.json`];
  },
  'a benchmark of 100 MiB of empty lines': async (path) => {
    await writeFile(`${path}.csv`, Buffer.alloc(100 * million, '\n'));
    return ['compare', `${path}.csv`, `${path}.csv`];
  },
  'a benchmark folder of 300 files of blanks': async (path) => {
    await mkdir(path);
    for (let n = 0; n < 300; n += 1) await writeFile(join(path, `${n}.txt`), Buffer.alloc(300_000, '\n'));
    return ['compare', path, path];
  },
  'a rule of 100 MiB': async (path) => {
    await mkdir(path);
    await writeFile(join(path, 'rule.yaml'), '');
    await truncate(join(path, 'rule.yaml'), 100 * million);
    return ['rules', 'check', path];
  },
  'a folder of 6,000 rules': async (path) => {
    await mkdir(path);
    for (let n = 0; n < 6000; n += 1) await writeFile(join(path, `${n}.yaml`), 'id: a\n');
    return ['rules', 'check', path];
  },
  'a folder of a FIFO and links to a device': async (path) => {
    await mkdir(path);
    execFileSync('mkfifo', [join(path, '2026_11_20_10_00_00-mysqladmin')]);
    await symlink('/dev/zero', join(path, '2026_11_20_10_00_00-variables'));
    return ['import', path];
  },
};

test.each(Object.keys(hostile))('%s is refused', async (name) => {
  const args = await hostile[name]?.(join(folder, name.replaceAll(/\W/g, '-')));
  const more = args?.[0] === 'import' ? ['-o', join(folder, 'imported.lks'), '--force'] : [];
  const { code, err, peak, seconds } = await measured(folder, [...(args ?? []), ...more]);
  expect(err).toMatch(/^latchkey: /m);
  expect(code).toBe(2);
  expect(peak).toBeLessThan(mostMemory);
  expect(isWithin(seconds, patience * mostSeconds), `${seconds} s`).toBe(true);
});

/** Lines of the worst shapes: what is read of them is bounded, whether it is taken or refused. */
const logs: Record<string, string> = {
  'slow log':
    '# Time: 2026-11-20T10:00:00.000000Z\n# User@Host: a[a] @ h []  Id: 1\n# Query_time: 1.0  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 1\nSET timestamp=1;\nSELECT ',
  'output of the mysql client': '+------+\n| Id   |\n+------+\n',
};
test.each(Object.keys(logs))('a %s of lines of a megabyte is read within the budget', async (name) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.txt`);
  const shapes = ["'", '(', '/*', '\\', '| ', ' ', '`a', '1,'];
  const lines = shapes.map((shape) => shape.repeat(million / shape.length)).join('\n');
  await writeFile(file, `${logs[name]}${lines}\n`);
  const run = await measured(folder, ['import', file, '-o', join(folder, 'log.lks'), '--force']);
  expect([0, 2]).toContain(run.code);
  expect(run.peak).toBeLessThan(mostMemory);
  expect(isWithin(run.seconds, patience * mostSeconds), `${run.seconds} s`).toBe(true);
});
