import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeText } from '../../../shared/probe';
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

test('of a text that differs only at its beginning, the beginning is written', () => {
  const [off, on] = [long, long.replace("'NO'", "'YES'")];
  const sent = withoutRepeats([off, on, on].map((sql) => ({ at, sql })));
  expect(sent[1]?.sql.length).toBeLessThan(100);
  expect(sent.map((each) => wholeText(each, sent))).toEqual([off, on, on]);
});

test('every text can be read again, whatever was sent', () => {
  const names = fc.array(fc.constantFrom("'a', ", "'b', ", "'c', "), { maxLength: 80 });
  const lists = fc.tuple(fc.constantFrom('YES', 'NO'), names).map(([value, list]) => {
    return `UPDATE t SET ENABLED = '${value}' WHERE NAME IN (${list.join('')}${"'z', ".repeat(40)}'a')`;
  });
  const texts = fc.oneof(
    fc.constantFrom(long, `${long} `, 'SET GLOBAL a = 1', 'x'.repeat(239), 'x'.repeat(240)),
    lists,
  );
  fc.assert(
    fc.property(fc.array(texts), (all) => {
      const sent = withoutRepeats(all.map((sql) => ({ at, sql })));
      expect(sent.map((each) => wholeText(each, sent))).toEqual(all);
    }),
  );
});
