import { expect, test } from 'vitest';
import { parseTypedSetting } from '../../src/analysis/facts/inputs/setting';
import { readSelect } from '../../src/knowledge/sql/select-reader';
import { LatchkeyError } from '../../src/shared/base/error';
import { parseSize } from '../../src/shared/base/units';
import { plain } from '../../src/shared/writers/markdown';
import { visible } from '../../src/shared/writers/visible';
import { fuzzedParsers } from './parsers';

interface Reader {
  name: string;
  seeds: readonly string[];
  run(text: string): unknown;
}

/** What else is done with foreign text. */
const others: readonly Reader[] = [
  {
    name: 'the gate for statements of others',
    seeds: [
      'SELECT a.x, COUNT(*) FROM t a JOIN u ON u.i = a.i WHERE a.n IN (1, 2) AND a.s = ',
      'SELECT (1, ',
    ],
    run: (text) => readSelect(text, 'shop', { flavour: 'mysql', version: [9, 7, 4] }),
  },
  { name: 'sizes', seeds: ['128M'], run: (text) => parseSize(text) },
  {
    name: 'settings that are typed',
    seeds: ['sort_buffer_size=32K'],
    run: (text) => parseTypedSetting(text, 'size'),
  },
  { name: 'the writer for Markdown', seeds: ['a_b*c'], run: (text) => plain(text) },
  { name: 'the writer for terminals', seeds: ['a\u001b[1mb'], run: (text) => visible(text) },
];

/** What takes the square of the length where a reader looks back or ahead: each again and again on one line. */
const pieces = [
  ...["'", '"', '`', '\\', "\\'", "''", '$', '$$', '/*', '*/', '/*!', '/**/', '--', '-- ', '#'],
  ...['(', ')', '()', '(?', '?,', '(?),', '[', ']', '{', '{{', '<', '<>', 'f<', '[['],
  ...[' ', '\t', '\u00a0', '\r', '\0', ' \n', '\n', '\u2028', 'a\n'],
  ...[
    '0',
    '1.',
    '1e',
    '0x',
    '1 ',
    '-',
    '+',
    '=',
    '==',
    ':',
    '::',
    ';',
    '.',
    '..',
    '../',
    '@',
    'a@',
    '%',
    '|',
    '| ',
  ],
  ...['a', 'a,', ',', 'a ', 'a.', 'a:', 'a=', 'a;', '1,', 'xn--', 'FROM ', 'AND ', 'OR (', ' for ', '\u00e9'],
  ...[
    '"a":',
    '{"a":',
    '[1,',
    '&a ',
    '*a ',
    "'a",
    '"a',
    ', ?',
    'Query: ',
    'InnoDB: ',
    'host: ',
    "user '",
    '\ud83d\ude00',
  ],
];

/** So long is every shape; what takes longer than a linear reader at it is looked at more closely. */
const short = 8 * 1024;
const long = 64 * 1024;
const longest = 1024 * 1024;
/** Below it a ratio says nothing of the reader, ms. The square of the short length alone takes twenty times as long. */
const measurableMs = 3;
/** Linear time takes four times as long for four times as much, the square of it sixteen times. */
const most = 8;

type Shape = (length: number) => string;

/** Lines of one piece: alone, and after what a real text begins with. A last character refuses what went well so far. */
function shapesFor({ seeds }: Reader): Shape[] {
  const start = (seeds[0] ?? '').split('\n')[0]?.slice(0, 60) ?? '';
  return pieces.flatMap((piece) =>
    ['', start].map(
      (before): Shape =>
        (length) =>
          `${before}${piece.repeat(Math.ceil(length / piece.length))}\u0001!`,
    ),
  );
}

/** Of the processor, where it had to be shared; by the clock, where others of the process worked beside it. */
async function timed(reader: Reader, text: string): Promise<number> {
  const started = performance.now();
  const before = process.cpuUsage();
  try {
    await reader.run(text);
  } catch (error) {
    if (!(error instanceof LatchkeyError) || error.code === 'internal') throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return Math.min(performance.now() - started, (user + system) / 1000);
}

/** The less of two: a busy machine and the collector of garbage only ever make it longer. */
async function least(reader: Reader, text: string): Promise<number> {
  let found = await timed(reader, text);
  for (let again = 0; again < 1; again += 1) found = Math.min(found, await timed(reader, text));
  return found;
}

/** Null: four times the text takes no much more than four times as long. */
async function growth(reader: Reader, shape: Shape, length: number): Promise<string | null> {
  const quarter = await least(reader, shape(length / 4));
  const whole = await least(reader, shape(length));
  if (whole < most * Math.max(quarter, measurableMs)) return null;
  const text = JSON.stringify(shape(40).slice(0, 80));
  return `${text}: ${quarter.toFixed(1)} ms for ${length / 4} characters, ${whole.toFixed(1)} ms for ${length}`;
}

const readers: readonly Reader[] = [...fuzzedParsers, ...others];

test.each(readers.map((reader) => [reader.name, reader] as const))(
  'lines of the worst shapes, up to 1 MB, take %s no more than linear time',
  async (_, reader) => {
    const found: string[] = [];
    let slowest: { shape: Shape; ms: number } | null = null;
    await timed(reader, reader.seeds[0] ?? '');
    for (const shape of shapesFor(reader)) {
      let ms = await timed(reader, shape(short));
      if (ms > measurableMs) ms = Math.min(ms, await timed(reader, shape(short)));
      if (ms > measurableMs) found.push(...[await growth(reader, shape, long)].filter((one) => one !== null));
      if (ms > (slowest?.ms ?? 0)) slowest = { shape, ms };
    }
    expect(found).toEqual([]);
    if (slowest !== null) expect(await growth(reader, slowest.shape, longest)).toBeNull();
  },
  60_000,
);

test('a reader that takes the square of the length is found', async () => {
  const square: Reader = {
    name: 'square',
    seeds: [''],
    run: (text) => /a*$/.test(text.replaceAll('\u0001!', '!')),
  };
  expect(await growth(square, (length) => `${'a'.repeat(length)}!`, 2 * short)).not.toBeNull();
});
