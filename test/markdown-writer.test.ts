import fc from 'fast-check';
import { expect, test } from 'vitest';
import { code, exact, plain, prose, table } from '../src/shared/writers/markdown';
import { isVisible } from '../src/shared/writers/visible';
import { hostileTexts } from './hostile-texts';

/** What is left of a line when its code spans are taken out by CommonMark's rule: runs of equal length, left to right. */
function outsideOfCode(line: string): string {
  let rest = line;
  let outside = '';
  while (rest !== '') {
    const escaped = /^\\[!-/:-@[-`{-~]/.exec(rest)?.[0];
    if (escaped !== undefined) {
      rest = rest.slice(escaped.length);
      continue;
    }
    const fence = /^`+/.exec(rest)?.[0];
    if (fence === undefined) {
      outside += rest.slice(0, 1);
      rest = rest.slice(1);
      continue;
    }
    const end = [...rest.slice(fence.length).matchAll(/`+/g)].find(([run]) => run === fence);
    if (end === undefined) {
      outside += fence;
      rest = rest.slice(fence.length);
    } else {
      rest = rest.slice(fence.length + end.index + fence.length);
    }
  }
  return outside;
}

const markup = fc.string({
  unit: fc.constantFrom(
    '`',
    '``',
    '<img src=x>',
    '\\',
    '[x](javascript:y)',
    '![',
    '\n',
    '\n\n',
    '- ',
    'a',
    '|',
    ' ',
  ),
});

test('no value makes HTML, a link or a picture of Markdown', () => {
  const texts = fc.oneof(
    markup,
    fc.constantFrom(...Object.values(hostileTexts).map((text) => text.slice(0, 500))),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const written of [plain(text), exact(text), code(text), prose(text)]) {
        for (const line of written.text.split('\n')) {
          expect(outsideOfCode(line)).not.toMatch(/[<>[\]`]/);
          expect(isVisible(line)).toBe(true);
        }
      }
      for (const written of [plain(text), exact(text), code(text)]) expect(written.text).not.toContain('\n');
    }),
    { numRuns: 2000 },
  );
});

test('a table keeps its columns and rows', () => {
  fc.assert(
    fc.property(markup, (text) => {
      const lines = table(['a', 'b'], [[plain(text), code(text)]]).text.split('\n');
      expect(lines).toHaveLength(3);
      expect(lines[2]?.replaceAll('\\|', '').split('|')).toHaveLength(4);
    }),
  );
});
