// `npm run check`: names and texts use the field's terms (`retired-words.yaml`), and texts are written as `text-style.ts`
// says: short titles and impacts, plurals, units, no option of the command line in the window. What it finds is printed by
// file and line with what to write instead, and the exit code is 1.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { type Finding, findingsOf, readRetired, unusedExceptions } from './retired-words.ts';
import { catalogueOf, ruleFileFaults, sourceFaults } from './text-style.ts';

const root = join(import.meta.dirname, '../..');
const code = ['src', 'test', 'scripts', 'bench', 'e2e', 'rules', '*.ts'];
const texts = ['docs', 'build', 'samples/index.json', 'samples/*.md', '*.md'];
const retired = readRetired(parse(readFileSync(join(import.meta.dirname, 'retired-words.yaml'), 'utf8')));

const files = execFileSync('git', ['ls-files', '-z', '--', ...code, ...texts], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  // The list and its test hold the words themselves.
  .filter((path) => path !== '' && !path.startsWith('scripts/check/'));
const found: Finding[] = [];
const excused = new Set<string>();
for (const path of files) {
  const read = () => readFileSync(join(root, path), 'utf8');
  found.push(...findingsOf(path, read, retired, excused));
  const faults = path.startsWith('src/')
    ? sourceFaults(path, read, catalogueBeside(path))
    : path.startsWith('rules/')
      ? ruleFileFaults(path, read)
      : [];
  for (const { line, text, fault } of faults) console.error(`${path}:${line} "${text}": ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
for (const { path, line, kind, text, use } of found) {
  console.error(`${path}:${line} ${kind}: "${text}" is retired, use: ${use}`);
}
const unused = unusedExceptions(retired, excused);
for (const exception of unused)
  console.error(`retired-words.yaml: this exception is not needed: ${exception}`);
if (found.length + unused.length > 0) process.exitCode = 1;

/** The texts of the folder of a file by key; none where it has no catalogue. */
function catalogueBeside(path: string): Map<string, string> {
  const file = ['texts.ts', 'texts.tsx']
    .map((name) => join(root, dirname(path), name))
    .find((name) => existsSync(name));
  return file === undefined ? new Map() : catalogueOf(readFileSync(file, 'utf8'));
}
