import { expect, test } from 'vitest';
import { parseTypedSetting } from '../../src/analysis/facts/inputs/setting';
import { readSelect } from '../../src/knowledge/sql/select-reader';
import { LatchkeyError } from '../../src/shared/base/error';
import { parseSize } from '../../src/shared/base/units';
import { plain } from '../../src/shared/writers/markdown';
import { visible } from '../../src/shared/writers/visible';
import { growth, measurableMs, timed } from './growth';
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

/** Null: the time grows with the length. What a reader refuses with a typed error it has read. */
async function growthOf(reader: Reader, shape: Shape, length: number): Promise<string | null> {
  const found = await growth(refusing(reader), shape(length / 4), shape(length));
  return found === null ? null : `${JSON.stringify(shape(40).slice(0, 80))}: ${found}`;
}

function refusing({ run }: Reader): Pick<Reader, 'run'> {
  return {
    async run(text) {
      try {
        await run(text);
      } catch (error) {
        if (!(error instanceof LatchkeyError) || error.code === 'internal') throw error;
      }
    },
  };
}

const readers: readonly Reader[] = [...fuzzedParsers, ...others];

test.each(readers.map((reader) => [reader.name, reader] as const))(
  'lines of the worst shapes, up to 1 MB, take %s no more than linear time',
  async (_, reader) => {
    const found: string[] = [];
    let slowest: { shape: Shape; ms: number } | null = null;
    const typed = refusing(reader);
    await timed(typed, reader.seeds[0] ?? '');
    for (const shape of shapesFor(reader)) {
      let ms = await timed(typed, shape(short));
      if (ms > measurableMs) ms = Math.min(ms, await timed(typed, shape(short)));
      if (ms > measurableMs)
        found.push(...[await growthOf(reader, shape, long)].filter((one) => one !== null));
      if (ms > (slowest?.ms ?? 0)) slowest = { shape, ms };
    }
    expect(found).toEqual([]);
    if (slowest !== null) expect(await growthOf(reader, slowest.shape, longest)).toBeNull();
  },
  60_000,
);

test('a reader that takes the square of the length is found', async () => {
  const square: Reader = {
    name: 'square',
    seeds: [''],
    run: (text) => /a*$/.test(text.replaceAll('\u0001!', '!')),
  };
  expect(await growthOf(square, (length) => `${'a'.repeat(length)}!`, 2 * short)).not.toBeNull();
});
