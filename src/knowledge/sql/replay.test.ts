import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/base/random';
import { chooseReplay, type KeptDigest, leftOutText, replayPass } from './replay';
import { readSelect } from './select-reader';

const kept = (digest: string, executions: number, ...examples: string[]): KeptDigest => ({
  ...{ digest, schema: 'shop', executions, examples },
});

test('only digests with a plain SELECT are replayed, and the others are counted by their reason', () => {
  const kepts = [
    kept('a', 5, 'SELECT a FROM t', 'SELECT a FROM t FOR UPDATE'),
    kept('b', 5, 'UPDATE t SET a = 1'),
    kept('c', 5, 'DELETE FROM t'),
    kept('d', 5, 'SELECT a FROM t WHERE b = ?'),
    { ...kept('e', 5, 'SELECT Host FROM user'), schema: 'mysql' },
  ];
  const read = kepts.flatMap(({ schema, examples }) =>
    examples.map((sql) => readSelect(sql, schema, { flavour: 'mysql', version: [8, 4, 0] })),
  );
  const { digests, leftOut } = chooseReplay(kepts, read);
  expect(digests).toEqual([{ ...kept('a', 5), examples: [read[0]] }]);
  expect(leftOutText(leftOut)).toBe(
    'Left out, by digest: 2 no SELECT; 1 prepared, without their values; 1 on system schemas.',
  );
  expect(leftOutText(new Map())).toBe('');
});

test('a pass holds every digest, in the proportion of its executions, and every half of it holds half of the common ones', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(counts, fc.integer(), (executions, seed) => {
      const digests = executions.map((count, index) => kept(`d${index}`, count, `SELECT ${index} FROM t`));
      const pass = replayPass(digests, seededRandom(seed));
      const half = pass.slice(0, Math.floor(pass.length / 2));
      const all = executions.reduce((sum, count) => sum + count, 0);
      for (const [index, count] of executions.entries()) {
        const times = pass.filter(({ digest }) => digest === index).length;
        expect(times).toBe(Math.max(1, Math.round((400 * count) / all)));
        const early = half.filter(({ digest }) => digest === index).length;
        expect(Math.abs(early - times / 2)).toBeLessThanOrEqual(1 + executions.length);
      }
    }),
    { numRuns: 50 },
  );
});

test('examples of a digest take turns, and the order comes from the seed alone', () => {
  const digests = [kept('a', 1, 'SELECT 1 FROM t', 'SELECT 2 FROM t', 'SELECT 3 FROM t')];
  const pass = replayPass(digests, seededRandom(7));
  expect(new Set(pass.slice(0, 3).map(({ statement }) => statement)).size).toBe(3);
  expect(replayPass(digests, seededRandom(7))).toEqual(pass);
});
