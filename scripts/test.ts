// `npm test`: every check and test there is, golden analyses first, then the sum over all runners.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  add,
  failureLines,
  failureOf,
  nothing,
  type Outcome,
  sentence,
  withExitCode,
} from './test-run/outcome.ts';
import { readPlaywrightReport } from './test-run/playwright-report.ts';
import { withDisplay } from './xvfb.ts';

interface Step {
  id: string;
  title: string;
  run: () => Promise<Outcome>;
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
const table: { title: string; outcome: Outcome; seconds: number }[] = [];
for (const step of offered.filter(({ id }) => wanted.includes(id))) {
  console.log(`\n== ${step.title}`);
  const started = performance.now();
  const outcome = await step.run();
  table.push({ title: step.title, outcome, seconds: (performance.now() - started) / 1000 });
}

// Last of all, since of a long log often only the end is kept.
const failures = table.flatMap(({ outcome }) => outcome.failures);
if (failures.length > 0) console.log(['\nFailed', ...failureLines(failures)].join('\n'));
console.log('\nSummary');
for (const { title, outcome, seconds } of table) {
  console.log(`  ${title.padEnd(42)} ${sentence(outcome)} (${seconds.toFixed(0)} s)`);
}
const total = table.reduce((sum, { outcome }) => add(sum, outcome), nothing);
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

/** @param onText is given what the program prints, which is printed here as well; without, it prints itself */
function exitCode(
  program: string,
  args: string[],
  environment: NodeJS.ProcessEnv = process.env,
  onText?: (text: string) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const stream = onText === undefined ? 'inherit' : 'pipe';
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', stream, stream], env: environment });
    for (const [from, to] of [
      [child.stdout, process.stdout] as const,
      [child.stderr, process.stderr] as const,
    ])
      from?.on('data', (chunk: Buffer) => {
        to.write(chunk);
        onText?.(chunk.toString('utf8'));
      });
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function command(program: string, args: string[]): Promise<Outcome> {
  let said = '';
  const code = await exitCode(program, args, process.env, (text) => {
    said += text;
  });
  if (code === 0) return { ...nothing, passed: 1 };
  // Of many lines the first that speaks of an error; else whatever comes first.
  const telling = said.split('\n').find((line) => /\berror\b|\bfailed\b|✖|×/i.test(line));
  const failure = failureOf([program, ...args].join(' '), telling ?? (said || `ended with ${code}`), root);
  return { ...nothing, failed: 1, failures: [failure] };
}

async function checks(): Promise<Outcome> {
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
  let sum = nothing;
  for (const [program, args] of commands) sum = add(sum, await command(program, args));
  return sum;
}

/** The commit in which this work left main; on main itself, its last commit. */
async function changedSince(): Promise<string> {
  return (await output('git', ['merge-base', 'HEAD', 'main'])) || 'HEAD';
}

async function changedChecks(): Promise<Outcome> {
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
  let sum = nothing;
  for (const [program, args] of commands) sum = add(sum, await command(program, args));
  return sum;
}

/** What a program prints, trimmed; empty where it fails. */
function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: root }, (error, text) => resolve(error === null ? text.trim() : ''));
  });
}

async function vitest(name: string, args: string[]): Promise<Outcome> {
  const file = join(results, `${name}.json`);
  const reporter = join(import.meta.dirname, 'test-run', 'vitest-reporter.ts');
  const code = await exitCode('vitest', ['run', ...args, '--reporter=default', `--reporter=${reporter}`], {
    ...process.env,
    LATCHKEY_TEST_REPORT: file,
  });
  const outcome: Outcome = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing;
  return withExitCode(outcome, `vitest (${name})`, code);
}

async function endToEnd(): Promise<Outcome> {
  const file = join(results, 'e2e.json');
  const code = await withDisplay((environment) =>
    exitCode('playwright', ['test'], {
      ...process.env,
      ...environment,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    }),
  );
  const outcome = existsSync(file) ? readPlaywrightReport(readFileSync(file, 'utf8'), root) : nothing;
  return withExitCode(outcome, 'playwright test', code);
}
