import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutRepeats } from './sent-statements';

const long = `UPDATE performance_schema.setup_instruments SET ENABLED = 'NO' WHERE NAME IN (${"'a', ".repeat(100)}'b')`;
const at = '2026-11-21T10:30:05.766Z';

test('a long text is written once, and its repeats name the place where it stands', () => {
  const sent = withoutRepeats([
    { at, sql: 'SET GLOBAL a = 1' },
    { at, sql: long },
    { at, sql: long },
  ]);
  expect(sent[1]).toEqual({ at, sql: long });
  expect(sent[2]).toMatchObject({ at, sameAs: 1 });
  expect(sent[2]?.sql.length).toBeLessThan(100);
});

test('every text can be had again, whatever was sent', () => {
  const texts = fc.constantFrom(long, `${long} `, 'SET GLOBAL a = 1', 'x'.repeat(239), 'x'.repeat(240));
  fc.assert(
    fc.property(fc.array(texts), (all) => {
      const sent = withoutRepeats(all.map((sql) => ({ at, sql })));
      const again = sent.map(({ sql, sameAs }) => (sameAs === undefined ? sql : sent[sameAs]?.sql));
      expect(again).toEqual(all);
    }),
  );
});
