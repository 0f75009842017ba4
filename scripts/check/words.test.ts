import { expect, test } from 'vitest';
import { type Finding, findingsOf, readRetired, unusedExceptions, wordsOf } from './retired-words.ts';

const retired = readRetired([
  {
    words: ['wish(?:ed|es)?', 'way back'],
    use: 'request, rollback',
    in: ['names', 'texts', 'comments', 'files'],
    except: [{ path: '^src/kept', text: 'wish list', because: 'a saved document calls it so' }],
  },
  { words: ['arms?'], use: 'variant', in: ['texts'], only: '^src/view/' },
]);

function found(path: string, content: string, excused = new Set<string>()): Omit<Finding, 'path' | 'use'>[] {
  return findingsOf(path, () => content, retired, excused).map(({ line, kind, text }) => ({
    line,
    kind,
    text,
  }));
}

test.each<[string, string, string, ReturnType<typeof found>]>([
  [
    'an identifier',
    'a.ts',
    'const a = 1;\nconst noWayBack = a;',
    [{ line: 2, kind: 'names', text: 'way back' }],
  ],
  ['a type', 'a.ts', 'interface WishedValue { a: 1 }', [{ line: 1, kind: 'names', text: 'wished' }]],
  ['a property', 'a.ts', 'f({ wish: 1 });', [{ line: 1, kind: 'names', text: 'wish' }]],
  ['a string', 'a.ts', "f('What you wish');", [{ line: 1, kind: 'texts', text: 'wish' }]],
  [
    'a template',
    'a.ts',
    'f(`$'.concat('{1} of the\n way\n back $', '{2}`);'),
    [{ line: 2, kind: 'texts', text: 'way back' }],
  ],
  [
    'text between tags',
    'a.tsx',
    '<p>\n  The way\n  back\n</p>;',
    [{ line: 2, kind: 'texts', text: 'way back' }],
  ],
  ['an attribute', 'a.tsx', '<p title="Wishes" />;', [{ line: 1, kind: 'texts', text: 'wishes' }]],
  ['a comment', 'a.ts', '/** A wish. */\nf("// wi");', [{ line: 1, kind: 'comments', text: 'wish' }]],
  [
    'a comment over two lines',
    'a.ts',
    'f();\n// the way\n// back',
    [{ line: 2, kind: 'comments', text: 'way back' }],
  ],
  ['a rule', 'rules/a/b.yaml', 'id: b\ntitle: A wish', [{ line: 2, kind: 'texts', text: 'wish' }]],
  ['a document', 'docs/a.md', '# A\n\nThe way back', [{ line: 3, kind: 'texts', text: 'way back' }]],
  ['a file', 'src/x/way-back.png', '', [{ line: 1, kind: 'files', text: 'way back' }]],
  ['a folder', 'src/wished/x.png', '', [{ line: 1, kind: 'files', text: 'wished' }]],
])('a retired word is found in %s', (_, path, content, findings) => {
  expect(found(path, content)).toEqual(findings);
});

test('other words, paths of modules and what only looks like a comment are left alone', () => {
  expect(
    found('a.ts', "import { a } from './wish';\nf(a, 'x', /wish/); const farm = { wishing: 1 };"),
  ).toEqual([]);
});

test('a word can be retired in some folders only', () => {
  expect(found('src/view/a.ts', "f('An arm');")).toHaveLength(1);
  expect(found('src/experiment/a.ts', "f('An arm');")).toEqual([]);
});

test('an exception excuses what it names and nothing else, and one that is not needed any more is reported', () => {
  const excused = new Set<string>();
  expect(found('src/kept.ts', "f('Wish list', 'a wish');", excused)).toEqual([
    { line: 1, kind: 'texts', text: 'wish' },
  ]);
  expect(unusedExceptions(retired, excused)).toEqual([]);
  expect(unusedExceptions(retired, new Set())).toHaveLength(1);
});

test('a name is split into its words', () => {
  expect(['noWayBack', 'WAY_BACK', 'way-back', '#wishedText2'].map(wordsOf)).toEqual([
    'no way back',
    'way back',
    'way back',
    'wished text2',
  ]);
});
