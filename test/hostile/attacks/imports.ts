import { execFileSync } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Attack } from '../attack.ts';
import { held } from '../attack.ts';
import { gzipBomb, zipOf } from '../bombs.ts';
import { inert, observed, sound } from '../judge.ts';
import type { Stage } from '../stage.ts';
import { actingText } from '../texts.ts';

const room = 'A hostile file';
const bombBytes = 500 * 2 ** 20;
const status = 'Variable_name\tValue\nUptime\t5000\nQuestions\t100\nThreads_connected\t4\n';

/** Imports it; the outcome is a snapshot or a refusal, in time and memory. */
async function imported(stage: Stage, path: string, withinSeconds = 5, more: string[] = []): Promise<string> {
  const file = join(stage.folder, 'imported.lks');
  const run = await stage.latchkey(['import', path, '-o', file, '--force', ...more], { limitSeconds: 240 });
  sound(run, stage, withinSeconds);
  held(run.code === 0 || run.code === 1 || run.code === 2, observed(run));
  inert(run.err + run.out, 'the terminal');
  return `${observed(run)} (${run.seconds.toFixed(1)} s)`;
}

/** @throws Broken where text of a file that the import must not open is in the snapshot */
function without(stage: Stage, canary: string): void {
  const file = join(stage.folder, 'imported.lks');
  if (existsSync(file))
    held(!gunzipSync(readFileSync(file)).includes(canary), 'a file outside of the folder is in the snapshot');
}

type TarEntry = Parameters<ReturnType<typeof pack>['entry']>[0];

async function tarball(path: string, entries: (TarEntry & { content?: string })[]): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(path));
  for (const { content, ...entry } of entries) {
    await new Promise<void>((resolve, reject) => {
      tar.entry(entry, content ?? '', (error) => (error ? reject(error) : resolve()));
    });
  }
  tar.finalize();
  await written;
}

export const importAttacks: Attack[] = [
  {
    id: 'import-bombs',
    room,
    attack: '.gz, .zip and .tar.gz files that unpack to 500 MB, one of them in a file of its own kind',
    expected: 'An archive that unpacks to more than its budget is refused within 5 s.',
    quick: true,
    run: async (stage) => {
      const gz = join(stage.folder, 'status.txt.gz');
      await gzipBomb(gz, bombBytes, status, 'Aborted_clients\t1\n');
      const zip = join(stage.folder, 'bomb.zip');
      const filler = Buffer.alloc(64 * 2 ** 20, 'Aborted_clients\t1\n');
      writeFileSync(
        zip,
        zipOf(
          Array.from({ length: 8 }, (_, index) => ({ name: `mysqladmin-${index}.txt`, content: filler })),
        ),
      );
      const lying = join(stage.folder, 'lying.zip');
      writeFileSync(lying, zipOf([{ name: 'status.txt', content: filler, size: 100 }]));
      const tar = join(stage.folder, 'bomb.tar.gz');
      // The header of a tar file says how long a file is; the rest of the bomb is its content.
      const header = Buffer.alloc(512);
      header.write('mysqladmin.txt');
      header.write('0000644\0', 100);
      header.write(`${bombBytes.toString(8).padStart(11, '0')}\0`, 124);
      header.write('        ', 148);
      header.write('0', 156);
      header.write(
        `${header
          .reduce((sum, byte) => sum + byte, 0)
          .toString(8)
          .padStart(6, '0')}\0 `,
        148,
      );
      await gzipBomb(tar, bombBytes, header.toString('latin1'), 'Aborted_clients\t1\n');
      const seen: string[] = [];
      for (const path of [gz, zip, lying, tar]) seen.push(await imported(stage, path));
      return seen.at(-1) ?? '';
    },
  },
  {
    id: 'import-many-entries',
    room,
    attack:
      'a .tar.gz of a million empty entries of every kind, a zip of 200,000, one file of 10 million lines',
    expected: 'The number of entries of an archive has a limit, whatever their kind.',
    quick: false,
    run: async (stage) => {
      const tar = join(stage.folder, 'many.tar.gz');
      const header = (name: string, kind: string) => {
        const bytes = Buffer.alloc(512);
        bytes.write(name);
        bytes.write('0000644\0', 100);
        bytes.write('00000000000\0', 124);
        bytes.write('        ', 148);
        bytes.write(kind, 156);
        bytes.write(
          `${bytes
            .reduce((sum, byte) => sum + byte, 0)
            .toString(8)
            .padStart(6, '0')}\0 `,
          148,
        );
        return bytes.toString('latin1');
      };
      const kinds = ['0', '1', '2', '3', '4', '5', '6', 'x', 'g', 'L'].map((kind) =>
        header(`entry-${kind}.txt`, kind),
      );
      await gzipBomb(tar, 1_000_000 * 512, '', kinds.join(''));
      const zip = join(stage.folder, 'many.zip');
      const nothing = Buffer.alloc(0);
      writeFileSync(
        zip,
        zipOf(Array.from({ length: 60_000 }, (_, index) => ({ name: `e${index}.txt`, content: nothing }))),
      );
      const lines = join(stage.folder, 'lines.txt');
      writeFileSync(lines, status + 'Aborted_clients\t1\n'.repeat(10_000_000));
      let last = '';
      for (const path of [tar, zip, lines]) last = await imported(stage, path, 20);
      return last;
    },
  },
  {
    id: 'import-traversal',
    room,
    attack:
      'archives with names that lead outside, with symbolic and hard links to a file outside, devices and FIFOs',
    expected: 'Nothing of an archive is written to disk, and its links are not followed.',
    quick: true,
    run: async (stage) => {
      const canary = 'Canary-of-another-file';
      const outside = join(stage.folder, 'outside.txt');
      writeFileSync(outside, `${status}${canary}\t1\n`);
      const tar = join(stage.folder, 'traversal.tar.gz');
      await tarball(tar, [
        { name: 'status.txt', content: status },
        { name: '../../evil-written.txt', content: status },
        { name: '/tmp/evil-written.txt', content: status },
        { name: 'link.txt', type: 'symlink', linkname: outside },
        { name: 'hard.txt', type: 'link', linkname: outside },
        { name: 'zero.txt', type: 'character-device' },
        { name: 'fifo.txt', type: 'fifo' },
        { name: actingText.replaceAll('\0', '').slice(0, 90), content: status },
      ]);
      const zip = join(stage.folder, 'traversal.zip');
      const whole = Buffer.from(status);
      writeFileSync(
        zip,
        zipOf([
          { name: 'status.txt', content: whole },
          { name: '../evil-written.txt', content: whole },
          { name: 'link.txt', content: Buffer.from(outside), mode: 0o120777 },
          { name: `${actingText.replaceAll('\0', '')}.txt`, content: whole },
        ]),
      );
      let last = '';
      for (const path of [tar, zip]) {
        last = await imported(stage, path, 20);
        without(stage, canary);
      }
      for (const place of [join(stage.folder, '..'), '/tmp', stage.folder]) {
        held(!existsSync(join(place, 'evil-written.txt')), `a file was written to ${place}`);
      }
      return last;
    },
  },
  {
    id: 'import-folder',
    room,
    attack:
      'a pt-stalk folder with a FIFO, links to a file outside, to /dev/zero, to itself, and a file of 3 GB without content',
    expected:
      'A folder is read as far as it is a folder of files: no link out of it is followed, and nothing waits for a FIFO.',
    quick: true,
    run: async (stage) => {
      const canary = 'Canary_of_another_file';
      const outside = join(stage.folder, 'outside.txt');
      writeFileSync(outside, `${status}${canary}\t1\n`);
      const folder = join(stage.folder, 'stalk');
      mkdirSync(folder);
      const at = (name: string) => join(folder, `2026_11_20_10_00_00-${name}`);
      writeFileSync(at('mysqladmin'), status);
      execFileSync('mkfifo', [at('processlist'), at('variables')]);
      symlinkSync(outside, at('status'));
      symlinkSync('/dev/zero', at('innodbstatus1'));
      symlinkSync('/etc/shadow', at('innodbstatus2'));
      symlinkSync('..', join(folder, 'loop'));
      writeFileSync(at('slow.log'), '');
      truncateSync(at('slow.log'), 3 * 2 ** 30);
      const last = await imported(stage, folder, 20);
      without(stage, canary);
      return last;
    },
  },
  {
    id: 'import-worst-lines',
    room,
    attack: 'slow logs, client output and InnoDB status of lines of 1 MB in shapes that are slow to match',
    expected: 'No shape of a line makes reading it slow.',
    quick: true,
    run: async (stage) => {
      const length = 2 ** 20;
      const shapes = [
        "'",
        '"',
        '`',
        '/*',
        '(',
        '\\',
        ' ',
        '\t',
        '|',
        '+-',
        '# Time: ',
        'a=',
        '-- ',
        '$$',
        "''",
        '0x',
        '<',
        ',',
      ];
      const heads: Record<string, string> = {
        'slow.log':
          '# Time: 2026-11-20T10:00:00.000000Z\n# User@Host: a[a] @  [1]  Id: 1\n# Query_time: 1.0  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 1\nSET timestamp=1;\nSELECT ',
        'status.txt': status,
        'innodb.txt':
          '*************************** 1. row ***************************\n  Type: InnoDB\n  Name: \nStatus: \n=====================================\n2026-11-20 10:00:00 0x7f INNODB MONITOR OUTPUT\n=====================================\nTRANSACTIONS\n------------\n---TRANSACTION 1, ACTIVE 1 sec\n',
        'processlist.txt': 'Id\tUser\tHost\tdb\tCommand\tTime\tState\tInfo\n1\ta\th\td\tQuery\t1\t\t',
        'my.cnf': '[mysqld]\n',
      };
      let longest = 0;
      for (const [name, head] of Object.entries(heads)) {
        const file = join(stage.folder, name);
        writeFileSync(
          file,
          `${head}${shapes.map((shape) => shape.repeat(length / shape.length)).join('\n')}\n`,
        );
        const run = await stage.latchkey(['import', file, '-o', join(stage.folder, 'lines.lks'), '--force'], {
          limitSeconds: 120,
        });
        try {
          sound(run, stage, 20);
        } catch (error) {
          if (error instanceof Error) error.message = `${name}: ${error.message}`;
          throw error;
        }
        longest = Math.max(longest, run.seconds);
      }
      return `${Object.keys(heads).length} kinds of ${shapes.length} MB, the longest ${longest.toFixed(1)} s`;
    },
  },
  {
    id: 'option-file-includes',
    room,
    attack:
      'option files that include each other in a circle and twice each, a folder of themselves, /dev/zero and a FIFO',
    expected: 'Option files have one budget with all that they include.',
    quick: true,
    run: async (stage) => {
      const sample = join(import.meta.dirname, '../../../samples/mysql-9.7-starved-redo.lks');
      const folder = join(stage.folder, 'conf');
      mkdirSync(folder);
      for (let level = 0; level < 30; level += 1) {
        const next = join(folder, `${level + 1}.cnf`);
        writeFileSync(
          join(folder, `${level}.cnf`),
          `[mysqld]\nport=1\n!include ${next}\n!include ${next}\n!includedir ${folder}\n`,
        );
      }
      writeFileSync(join(folder, '30.cnf'), `!include ${join(folder, '0.cnf')}\n!include /dev/zero\n`);
      const first = join(folder, '0.cnf');
      const fifo = join(folder, 'fifo.cnf');
      execFileSync('mkfifo', [fifo]);
      const large = join(stage.folder, 'large.cnf');
      writeFileSync(large, `[client]\n${'x=1\n'.repeat(20 * 2 ** 20)}`);
      let last = '';
      for (const args of [
        ['plan', sample, '--my-cnf', first],
        ['plan', sample, '--my-cnf', fifo],
        ['plan', sample, '--my-cnf', '/dev/zero'],
        ['plan', sample, '--my-cnf', large],
        ['snapshot', '--defaults-file', first, '-S', '/nonexistent', '-o', join(stage.folder, 'x.lks')],
        ['snapshot', '--defaults-file', large, '-S', '/nonexistent', '-o', join(stage.folder, 'x.lks')],
        ['import', first, '-o', join(stage.folder, 'x.lks'), '--force'],
      ]) {
        const run = await stage.latchkey(args, { limitSeconds: 60 });
        try {
          sound(run, stage, 10);
        } catch (error) {
          if (error instanceof Error) error.message = `${args.join(' ')}: ${error.message}`;
          throw error;
        }
        last = observed(run);
      }
      return last;
    },
  },
  {
    id: 'login-file',
    room,
    attack: '.mylogin.cnf files of random bytes, with lengths of 2 GB, cut anywhere, endless',
    expected: 'A login path file that is damaged is refused with the reason.',
    quick: true,
    run: async (stage) => {
      const file = join(stage.folder, 'home/.mylogin.cnf');
      const huge = Buffer.alloc(60);
      huge.writeUInt32LE(0x7fffffff, 24);
      let last = '';
      for (const content of [
        Buffer.alloc(0),
        Buffer.alloc(10, 1),
        huge,
        Buffer.alloc(100_000, 0xff),
        Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)),
        Buffer.alloc(100 * 2 ** 20, 16),
      ]) {
        writeFileSync(file, content, { mode: 0o600 });
        const run = await stage.latchkey([
          'snapshot',
          '--login-path',
          'x',
          '-S',
          '/nonexistent',
          '-o',
          join(stage.folder, 'x.lks'),
        ]);
        sound(run, stage, 10);
        held(run.code === 2 || run.code === 3, observed(run));
        last = observed(run);
      }
      return last;
    },
  },
  {
    id: 'rule-bombs',
    room,
    attack: 'rules of nested aliases of YAML, of deep expressions, of regular expressions that never end',
    expected: 'A rule that would take for ever is refused.',
    quick: false,
    run: async (stage) => {
      const rule = (when: string) =>
        `id: hostile\ntitle: T\narea: redo\nseverity: warning\nbasis: inferred\nwhen: ${JSON.stringify(when)}\n`;
      const list = `[${'0,'.repeat(999)}0]`;
      const bombs: Record<string, string> = {
        aliases: `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghijk'
          .split('')
          .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(',')}]`)
          .join('\n')}\nid: hostile\nwhen: *k\n`,
        parentheses: rule(`${'('.repeat(100_000)}1${')'.repeat(100_000)} > 0`),
        negations: rule(`${'!'.repeat(200_000)}true`),
        lists: rule(`${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a + b + c + d >= 0))))`),
        expression: rule(`"${'a'.repeat(40)}b".matches("(a+)+$")`),
        doubling: rule(`${'"x" + '.repeat(50_000)}"x" == "y"`),
        document: 'x: y\n'.repeat(5_000_000),
        nesting: '['.repeat(1_000_000),
      };
      let last = '';
      for (const [name, text] of Object.entries(bombs)) {
        const folder = join(stage.folder, `rules-${name}`, 'redo');
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'hostile.yaml'), text);
        const run = await stage.latchkey(['rules', 'check', join(stage.folder, `rules-${name}`)], {
          limitSeconds: 60,
        });
        try {
          sound(run, stage, 10);
          held(run.code !== 0, `${name} was taken`);
        } catch (error) {
          if (error instanceof Error) error.message = `${name}: ${error.message}`;
          throw error;
        }
        last = observed(run);
      }
      return `${Object.keys(bombs).length} rules: ${last}`;
    },
  },
  {
    id: 'damaged-databases',
    room,
    attack: 'a history and recordings of random bytes, of half a database, of another one',
    expected: 'A damaged database is reported and kept aside under a name that is reported.',
    quick: true,
    run: async (stage) => {
      const folder = join(stage.folder, 'home/latchkey');
      mkdirSync(folder, { recursive: true });
      const file = join(folder, 'recordings.sqlite');
      const made = await stage.latchkey(['record', 'list']);
      sound(made, stage, 10);
      const whole = existsSync(file) ? readFileSync(file) : Buffer.from('SQLite format 3\0');
      const garbage = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 256));
      const torn = Buffer.concat([whole.subarray(0, 100), garbage]);
      let last = '';
      for (const content of [
        garbage,
        torn,
        whole.subarray(0, Math.floor(whole.length / 2)),
        gzipSync(garbage),
      ]) {
        writeFileSync(file, content);
        const run = await stage.latchkey(['record', 'list']);
        sound(run, stage, 10);
        const said = run.out + run.err;
        held(
          /damaged|aside|corrupt|not a database/i.test(said),
          `nothing was said: exit ${run.code}: ${said.slice(0, 200)}`,
        );
        last = observed(run);
      }
      return last;
    },
  },
];
