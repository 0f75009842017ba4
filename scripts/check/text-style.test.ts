import { expect, test } from 'vitest';
import {
  bareNumber,
  catalogueOf,
  commandLineIn,
  longSentence,
  pluralOfOne,
  ruleFaults,
  sourceFaults,
} from './text-style.ts';

/** What is wrong with a source; `§{` begins a value in a template. */
const everyFault = (path: string, content: string) =>
  sourceFaults(path, () => content.replaceAll('§', '$')).map(({ fault: what }) => what);
/** The same without what says where a text has to stand. */
const fault = (path: string, content: string) =>
  everyFault(path, content).filter((what) => !what.includes('texts.ts'));

test.each([
  ['a template', 'src/cli/a.ts', 'f(`§{rows.length} rows are read`);'],
  ['a template with an adjective', 'src/engine/a.ts', 'f(`§{locks.size} open locks`);'],
  ['a number called as what it counts', 'src/cli/a.ts', 'f(`§{rules} rules`);'],
  ['a count', 'src/cli/a.ts', 'f(`§{count} snapshots`);'],
  ['a formatted count', 'src/report/a.ts', 'f(`§{formatCount(n)} samples`);'],
  ['an element', 'src/renderer/a.tsx', '<p>Made of {files.length} files.</p>;'],
])('a plural whatever the number is found in %s', (_, path, content) => {
  expect(fault(path, content)).toEqual([expect.stringContaining('a plural also for one')]);
});

test.each([
  ['counted', 'f(`§{counted(rows.length, "row")} of x`);'],
  ['compared with one', 'f(rows.length === 1 ? "one" : `§{rows.length} rows`);'],
  ['a limit', 'f(`at most §{limits.rows} rows`);'],
  ['a verb', 'f(`§{name} is gone, §{variable} has no value`);'],
])('a plural is right where it is %s', (_, content) => {
  expect(fault('src/cli/a.ts', content)).toEqual([]);
});

test('an option or a command of the command line is found where the window shows it', () => {
  expect(fault('src/renderer/a.tsx', '<p>Take it with --keep-literals.</p>;')).toEqual([
    expect.stringContaining('--keep-literals in a text of the window'),
  ]);
  expect(fault('src/main/a.ts', 'f("Run latchkey restore first.");')).toEqual([
    expect.stringContaining('latchkey restore in a text of the window'),
  ]);
  expect(fault('src/server/a.ts', 'f(`Give it with --no-such-option §{x}.`);')).toEqual([
    expect.stringContaining('--no-such-option reaches the window'),
  ]);
});

test('options that the window has words for, those of the command line itself, arguments and colours are left alone', () => {
  expect(fault('src/server/a.ts', 'f(`with --table-limit §{count}.`, "--threads=4");')).toEqual([]);
  expect(fault('src/cli/a.ts', 'f("Give --out FILE.");')).toEqual([]);
  expect(fault('src/view/a.ts', 'colour("--line");')).toEqual([]);
  expect(commandLineIn('innodb_redo_log_capacity -- 8M')).toBeNull();
});

const long = `This sentence ${'goes on and '.repeat(9)}ends`;

test('a sentence of more than 25 words is found in titles of the window, not in its prose', () => {
  expect(fault('src/renderer/a.tsx', `<h2>${long}</h2>;`)).toHaveLength(1);
  expect(fault('src/renderer/a.tsx', `<Field label="${long}" />;`)).toHaveLength(1);
  expect(fault('src/renderer/a.tsx', `<p>${long}</p>;`)).toEqual([]);
  expect(longSentence('Two sentences. '.repeat(20))).toBeNull();
  expect(longSentence(`{{ fact.a > 1 ? "${long}" : "" }} are few.`)).toBeNull();
});

test('a rule has a short title and impact, an explanation of 90 words, and units', () => {
  const rule = { title: 'Redo log too small', impact: { text: 'It holds 3 s.' }, explain: 'Why.' };
  const faults = (change: Partial<typeof rule>) => ruleFaults({ ...rule, ...change }).map((one) => one.fault);
  expect(faults({})).toEqual([]);
  expect(faults({ title: 'x'.repeat(71) })).toEqual([expect.stringContaining('71 characters')]);
  expect(faults({ impact: { text: long } })).toEqual([expect.stringContaining('25 words')]);
  expect(faults({ explain: 'word '.repeat(91) })).toEqual([expect.stringContaining('91 words')]);
  expect(faults({ impact: { text: 'Each commit waits for 30.' } })).toEqual(['a number without its unit']);
});

test('a number says its unit', () => {
  expect(bareNumber('Commits wait for up to 20.')).toBe('up to 20');
  expect(bareNumber('Commits wait for up to 20 ms, in 4 of 10 s.')).toBeNull();
  expect(bareNumber('innodb_fast_shutdown=2, since 8.0.30.')).toBeNull();
});

test('"1 checks" is found in a text as it is shown', () => {
  expect(pluralOfOne('There are 1 checks not run.')).toBe('1 checks');
  expect(pluralOfOne('1 active sessions on average')).toBe('1 active sessions');
  for (const right of [
    '1 check',
    '21 checks',
    '0.1 pages',
    'in 1 s',
    '1 is enough',
    'x = 1 means',
    '1 session waits',
  ]) {
    expect(pluralOfOne(right), right).toBeNull();
  }
});

test.each([
  ['the text of an element', '<p>Reading the snapshot</p>;'],
  ['a label', '<Field label="Longest time" />;'],
  ['a text with a value', `const text = ${'`'}Read again from ${'$'}{time} on${'`'};`],
  ['a text of the help', "program.command('undo').summary('take back what was set');"],
  ['a text that is chosen', 'const text = done ? "Nothing was set here" : "Set and read back";'],
])('%s stands in the catalogue of its folder', (_, content) => {
  const message = expect.stringContaining('put it into texts.ts');
  expect(everyFault('src/renderer/pages/plan/a.tsx', content)).toContainEqual(message);
  expect(everyFault('src/renderer/pages/plan/texts.tsx', content)).not.toContainEqual(message);
  expect(everyFault('src/cli/a.tsx', content)).toContainEqual(message);
  expect(everyFault('src/server/a.ts', content)).not.toContainEqual(message);
});

test('values, names of classes and keys are no texts of the window', () => {
  expect(everyFault('src/renderer/a.tsx', '<p className="soft note">{value} <b>{n}</b>: 5 s</p>;')).toEqual(
    [],
  );
  expect(everyFault('src/renderer/a.tsx', '<TextField placeholder="3306" type="password" />;')).toEqual([]);
});

test('a title is as short in the catalogue as beside the element', () => {
  const catalogue = catalogueOf(
    `export const texts = { short: 'Plan', long: '${long}', of: (n: number) => \`${long} \${n}\` };`,
  );
  const faults = (content: string) => sourceFaults('src/renderer/texts.tsx', () => content, catalogue);
  expect(faults('<h2>{texts.long}</h2>;')).toHaveLength(1);
  expect(faults('<h2>{texts.of(3)}</h2>;')).toHaveLength(1);
  expect(faults('<Field label={texts.long} />;')).toHaveLength(1);
  expect(faults('<h2>{texts.short}</h2>;')).toEqual([]);
});

test('a text of an error and its hint stand in the catalogue of their folder, in every room', () => {
  const message = expect.stringContaining('a text of an error');
  const raised = (text: string) =>
    `throw new LatchkeyError('file-not-found', texts.a(file), { hint: ${text} });`;
  expect(everyFault('src/store/a.ts', raised("'Free space on the disk.'"))).toContainEqual(message);
  expect(everyFault('src/store/a.ts', raised('texts.freeSpace'))).not.toContainEqual(message);
});
