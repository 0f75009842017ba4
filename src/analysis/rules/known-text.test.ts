import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownText, unknownMark } from './known-text';

test.each([
  ['Sorts spill: 80 passes a second at a sort_buffer_size of ?.', 'Sorts spill.'],
  [
    'The pool is too small: 900 pages a second are read, with a ? pool.',
    'The pool is too small: 900 pages a second are read.',
  ],
  [
    'Clients wait: ? of 151 are open, and 3 a second are refused.',
    'Clients wait, and 3 a second are refused.',
  ],
  [
    'It exceeds tmp_table_size (?) and max_heap_table_size (16 MiB), so it moves.',
    'It exceeds tmp_table_size and max_heap_table_size (16 MiB), so it moves.',
  ],
  ['Of the processors (threads, instances) all ? count. The rest holds.', 'The rest holds.'],
  ['Connection ? blocks 14 others: they wait.', ''],
  ['First, 4,200 a second.? Then this.', 'First, 4,200 a second. Then this.'],
  ['One thing is known.', 'One thing is known.'],
  ['Nothing but ?', ''],
])('"%s"', (text, known) => {
  expect(knownText(text.replaceAll('?', unknownMark))).toBe(known);
});

test('whatever the text is, no mark is left, and a text without one stays as it is', () => {
  const piece = fc.constantFrom(
    unknownMark,
    'a',
    'B',
    ' ',
    '. ',
    ', ',
    ': ',
    '; ',
    '(',
    ')',
    '4,200',
    'and ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      const known = knownText(text);
      expect(known).not.toContain(unknownMark);
      if (!text.includes(unknownMark)) expect(known).toBe(text);
    }),
  );
});
