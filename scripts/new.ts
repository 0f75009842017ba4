// `npm run new -- KIND [GROUP/]NAME`: makes and edits the files of a new rule, fact, collector and so on, so that every
// check passes at once; the lists are those of CONTRIBUTING.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Kind, namesOf } from './new/kind.ts';
import { kinds } from './new/kinds/index.ts';
import { ruleText } from './new/kinds/rule.ts';
import { make } from './new/make.ts';

const root = join(import.meta.dirname, '..');

function usage(): string {
  const lines = kinds.map(
    ({ id, groups, generated }) =>
      `  ${id.padEnd(18)} ${generated ? `npm run new -- ${id} ${groups === undefined ? 'NAME' : '[GROUP/]NAME'}` : 'by hand'}${groups === undefined ? '' : `   GROUP: ${groups.join(', ')}`}`,
  );
  return [
    'Usage: npm run new -- KIND [GROUP/]NAME [--in FOLDER (a rule of your own)]',
    ...lines,
    'Their lists of files: CONTRIBUTING.md',
  ].join('\n');
}

/** A rule outside the project. @returns its file */
function makeOwnRule(kind: Kind, name: string, folder: string): string {
  const names = namesOf(kind, name);
  const file = join(resolve(folder), names.group, `${names.id}.yaml`);
  if (existsSync(file)) throw new Error(`${file} is there already.`);
  mkdirSync(join(resolve(folder), names.group), { recursive: true });
  writeFileSync(file, ruleText(names));
  return file;
}

/** Formats what was made and brings the generated pages up to date. */
function finish(paths: readonly string[]): void {
  const code = paths.filter((path) => /\.tsx?$/.test(path));
  const biome = join(root, 'node_modules/.bin/biome');
  if (code.length > 0) run(biome, ['check', '--write', '--log-level=error', ...code]);
  run(process.execPath, [join(root, 'scripts/docs/write.ts')]);
}

function run(program: string, parameters: string[]): void {
  const { status } = spawnSync(program, parameters, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${parameters[0]} failed.`);
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { in: { type: 'string' }, help: { type: 'boolean' } },
  });
  const kind = kinds.find(({ id }) => id === positionals[0]);
  const name = positionals[1];
  if (values.help === true || kind === undefined || name === undefined || !kind.generated) {
    if (values.help !== true) process.exitCode = 2;
    console.log(usage());
    return;
  }
  if (values.in !== undefined) {
    if (kind.id !== 'rule') throw new Error('Only rules can stand outside the project.');
    console.log(
      `Wrote ${makeOwnRule(kind, name, values.in)}. Check it with: latchkey rules check ${values.in}`,
    );
    return;
  }
  const { created, edited, generated, byHand } = make(root, kind, name);
  finish([...created, ...edited]);
  for (const path of created) console.log(`Created   ${path}`);
  for (const path of edited) console.log(`Edited    ${path}`);
  for (const path of generated) console.log(`Generated ${path}`);
  for (const { path, what } of byHand) console.log(`By hand   ${path}: ${what}`);
  console.log(
    [
      'Make it yours, then:',
      ...kind.tests.map((test) => `npx vitest run ${test}`),
      'npm run docs',
      'npm run check',
    ].join('\n  '),
  );
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
