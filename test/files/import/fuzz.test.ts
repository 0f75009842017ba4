import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { LatchkeyError } from '../../../src/shared/base/error';
import { filesOf, folderOf, runImport } from './run-import';
import { zipOf } from './zip-writer';

/** Pieces of real files, cut to a size that lets a run be quick. */
let texts: string[];
beforeAll(async () => {
  const clients = await filesOf('clients-mysql56.tar.gz');
  const stalk = await filesOf('pt-stalk-mysql56.tar.gz');
  texts = [...Object.values(clients), ...Object.values(stalk)]
    .filter((text) => text.length > 0)
    .map((text) => text.slice(0, 6000));
});

/** Imports, or throws a typed error; anything else fails the test, and so does what never ends. */
async function importOrRefuse(name: string, bytes: Uint8Array): Promise<'imported' | 'refused'> {
  try {
    await runImport(await folderOf({ [name]: bytes }));
    return 'imported';
  } catch (error) {
    if (error instanceof LatchkeyError && error.code !== 'internal') return 'refused';
    throw error;
  }
}

/** A change of some bytes, a cut, or a part twice. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('byte' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    byte: fc.nat(255),
  }),
  fc.record({ kind: fc.constant('twice' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    text: fc.constantFrom(
      '\n',
      '\t',
      '|',
      '+---+---+\n',
      '*************************** 1. row ***************************\n',
      '\\n',
      "'",
      '# Query_time: 1',
      'INNODB MONITOR OUTPUT',
      '=====\n',
      'Uptime\t99\n',
      'TS 1.2.3',
      '\0',
      '\ufeff',
    ),
  }),
);

function apply(
  bytes: Buffer,
  changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
): Buffer {
  let result = bytes;
  for (const one of changes) {
    const at = Math.floor(one.at * result.length);
    if (one.kind === 'cut') result = result.subarray(0, at);
    else if (one.kind === 'byte')
      result = Buffer.concat([result.subarray(0, at), Buffer.from([one.byte]), result.subarray(at + 1)]);
    else if (one.kind === 'twice') result = Buffer.concat([result.subarray(0, at), result]);
    else result = Buffer.concat([result.subarray(0, at), Buffer.from(one.text), result.subarray(at)]);
  }
  return result;
}

describe('whatever is done to the files', () => {
  test('a text is imported or refused with a typed error', async () => {
    let imported = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(change, { maxLength: 6 }), async (which, changes) => {
        const text = texts[which % texts.length] ?? '';
        if ((await importOrRefuse('x.txt', apply(Buffer.from(text), changes))) === 'imported') imported += 1;
      }),
      { numRuns: 150 },
    );
    expect(imported).toBeGreaterThan(0);
  });

  test('an archive is imported or refused with a typed error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.boolean(),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (which, zip, changes) => {
          const text = texts[which % texts.length] ?? '';
          const bytes = zip
            ? zipOf([
                { name: 'a.txt', content: text },
                { name: 'b.txt', content: text },
              ])
            : gzipSync(text);
          await importOrRefuse(zip ? 'x.zip' : 'x.gz', apply(bytes, changes));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('no value of a statement survives in a slow log, whatever it is', async () => {
    // Longer than what a folder or an id made at random holds by chance.
    const begin = 'ZqSecretOf';
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme-ascii' }), async (value) => {
        const quoted = value.replaceAll('\\', '\\\\').replaceAll("'", "''");
        const folder = await folderOf({
          'slow.log': `# User@Host: a[a] @ h []\n# Query_time: 1.0  Lock_time: 0.0 Rows_sent: 0  Rows_examined: 0\nSELECT a FROM t WHERE b = '${begin}${quoted}7';\n`,
        });
        expect(JSON.stringify((await runImport(folder)).snapshot)).not.toContain(begin);
      }),
      { numRuns: 40 },
    );
  });
});
