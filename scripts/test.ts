// `npm test`: every check and test there is, golden analyses first, then the sum over all runners.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDisplay } from './xvfb.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
interface Step {
  id: string;
  title: string;
  run: () => Promise<Counts>;
}

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');

/** Kept apart from Node by tsconfig.pure.json: nothing that a test does there stays. */
const pureRooms = ['src/analysis', 'src/evidence', 'src/experiment', 'src/knowledge', 'src/shared'];

const steps: Step[] = [
  {
    id: 'golden',
    title: 'Golden analyses of samples/',
    run: () => vitest('golden', ['--project', 'unit', 'test/golden']),
  },
  { id: 'check', title: 'Format, lint, words, types, layers, unused code', run: checks },
  {
    id: 'unit',
    title: 'Unit and property tests',
    run: async () => {
      // Rooms without Node and window share what they import: half the processor time.
      const pure = await vitest('unit-pure', ['--project', 'unit', '--no-isolate', ...pureRooms]);
      const others = pureRooms.flatMap((room) => ['--exclude', `${room}/**`]);
      return add(pure, await vitest('unit', ['--project', 'unit', '--exclude', 'test/golden/**', ...others]));
    },
  },
  { id: 'build', title: 'Build', run: () => command('npm', ['run', 'build', '--silent']) },
  { id: 'live', title: 'Tests against real servers', run: () => vitest('live', ['--project', 'live']) },
  { id: 'e2e', title: 'The real window', run: endToEnd },
];

/** The inner loop: checks of what changed since main, and the unit tests that it can reach. */
const changedSteps: Step[] = [
  { id: 'check', title: 'Format, words, types, layers of what changed', run: changedChecks },
  {
    id: 'unit',
    title: 'Unit tests that the changes reach',
    run: async () =>
      vitest('unit-changed', ['--project', 'unit', '--passWithNoTests', '--changed', await changedSince()]),
  },
];

const values = readArguments();
if (values.help) {
  console.log(help());
  process.exit(0);
}
// Read by test/server/real-server.ts.
if (values.full) process.env.LATCHKEY_FULL_MATRIX = '1';
const offered = values.changed ? changedSteps : steps;
const wanted = values.only?.split(',') ?? offered.map((step) => step.id);
const unknown = wanted.filter((id) => !offered.some((step) => step.id === id));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. See npm test -- --help.`);
  process.exit(2);
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const table: { title: string; counts: Counts; seconds: number }[] = [];
for (const step of offered.filter(({ id }) => wanted.includes(id))) {
  console.log(`\n== ${step.title}`);
  const started = performance.now();
  const counts = await step.run();
  table.push({ title: step.title, counts, seconds: (performance.now() - started) / 1000 });
}

console.log('\nSummary');
for (const { title, counts, seconds } of table) {
  console.log(`  ${title.padEnd(42)} ${sentence(counts)} (${seconds.toFixed(0)} s)`);
}
const total = table.reduce((sum, { counts }) => add(sum, counts), { passed: 0, failed: 0, skipped: 0 });
console.log(sentence(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

function readArguments(): { only?: string | undefined; full: boolean; changed: boolean; help: boolean } {
  try {
    return parseArgs({
      options: {
        only: { type: 'string' },
        full: { type: 'boolean', default: false },
        changed: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help()}`);
    return process.exit(2);
  }
}

function help(): string {
  return [
    `npm test [-- --only ${steps.map((step) => step.id).join(',')}] [--full | --changed]`,
    '  --changed  checks and unit tests of what changed since main, for the work between two commits',
    '  --full     tests of every version, and the tests where versions do not differ on all servers too',
    ...steps.map((step) => `  ${step.id.padEnd(10)} ${step.title}`),
  ].join('\n');
}

function sentence({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

function exitCode(
  program: string,
  args: string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment,
    });
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function command(program: string, args: string[]): Promise<Counts> {
  const code = await exitCode(program, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function checks(): Promise<Counts> {
  const commands: [string, string[]][] = [
    ['biome', ['check', '.']],
    ['node', ['scripts/check/words.ts']],
    ['tsc', ['-p', '.']],
    // The rooms that know no Node, without its types.
    ['tsc', ['-p', 'tsconfig.pure.json']],
    ['depcruise', ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']],
    ['knip', []],
    ['knip', ['--production', '--exclude', 'types']],
  ];
  let sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [program, args] of commands) sum = add(sum, await command(program, args));
  return sum;
}

/** The commit in which this work left main; on main itself, its last commit. */
async function changedSince(): Promise<string> {
  return (await output('git', ['merge-base', 'HEAD', 'main'])) || 'HEAD';
}

async function changedChecks(): Promise<Counts> {
  const since = await changedSince();
  const names = await output('git', ['diff', '--name-only', '--diff-filter=d', since]);
  const others = await output('git', ['ls-files', '--others', '--exclude-standard']);
  const files = `${names}\n${others}`.split('\n').filter((name) => /\.([cm]?[jt]sx?|json|css)$/.test(name));
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const commands: [string, string[]][] = [
    ...(files.length === 0
      ? []
      : ([['biome', ['check', '--no-errors-on-unmatched', ...files]]] satisfies [string, string[]][])),
    ['node', ['scripts/check/words.ts']],
    ['tsc', ['-p', '.', '--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')]],
    ['depcruise', ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']],
  ];
  let sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [program, args] of commands) sum = add(sum, await command(program, args));
  return sum;
}

/** What a program prints, trimmed; empty where it fails. */
function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: root }, (error, text) => resolve(error === null ? text.trim() : ''));
  });
}

async function vitest(name: string, args: string[]): Promise<Counts> {
  const file = join(results, `${name}.json`);
  const code = await exitCode('vitest', [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
  // A file that does not even load has no failed test of its own.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

async function endToEnd(): Promise<Counts> {
  const file = join(results, 'e2e.json');
  const code = await withDisplay((environment) =>
    exitCode('playwright', ['test'], {
      ...process.env,
      ...environment,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    }),
  );
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  const counts = { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
