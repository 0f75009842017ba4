// `npm test`: every check and test there is, golden analyses first, then the sum over all runners.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  add,
  type Failure,
  failureLines,
  failureOf,
  nothing,
  type Outcome,
  sentence,
  withExitCode,
} from './test-run/outcome.ts';
import { readPlaywrightReport } from './test-run/playwright-report.ts';
import { passedAlone, secondRun, settled } from './test-run/second-run.ts';
import { withDisplay } from './xvfb.ts';

interface Step {
  id: string;
  title: string;
  /**
   * Begins in its turn and goes on beside those that follow: it leaves a processor idle half of the time. What its programs
   * print is shown when it has ended.
   */
  beside?: true;
  /** Begins when the step of that name has ended: three that keep a processor busy are no faster than two. */
  after?: string;
  run: (print: Print) => Promise<Outcome>;
}
type Print = (text: string | Uint8Array) => void;

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');

/**
 * Rooms whose tests share what they import, for half of the time of a test file is starting a process and importing.
 * Nothing that a test does there stays: those that replace modules, set variables of the process or open a document are
 * in the others, where each file has a process of its own.
 */
const sharedRooms = [
  ...['src/analysis', 'src/evidence', 'src/experiment', 'src/knowledge', 'src/shared'],
  ...['src/cli', 'src/engine', 'src/files', 'src/report', 'src/store', 'src/view'],
  ...['test/analysis', 'test/diagnosis', 'test/engine', 'test/files', 'test/knowledge'],
];

type Command = [program: string, args: string[]];

const layers: Command = ['depcruise', ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']];

const steps: Step[] = [
  {
    id: 'golden',
    title: 'Golden analyses of samples/',
    run: () => vitest('golden', ['--project', 'unit', 'test/golden']),
  },
  { id: 'check', title: 'Format, lint, words, types, layers, unused code', run: checks },
  { id: 'build', title: 'Build', run: () => command('npm', ['run', 'build', '--silent']) },
  { id: 'e2e', title: 'The real window', beside: true, run: (print) => endToEnd(print) },
  {
    id: 'live',
    title: 'Tests against real servers',
    beside: true,
    run: (print) => vitest('live', ['--project', 'live'], [], print),
  },
  {
    id: 'unit',
    title: 'Unit and property tests',
    after: 'e2e',
    run: async () => {
      const shared = sharedRooms.map((room) => `${room}/`);
      const together = await vitest('unit-shared', ['--project', 'unit', '--no-isolate', ...shared]);
      return add(together, await vitest('unit', ['--project', 'unit'], [...sharedRooms, 'test/golden']));
    },
  },
];

/** The inner loop: checks of what changed since main, and the unit tests that it can reach. */
const changedSteps: Step[] = [
  { id: 'check', title: 'Format, words, types, layers of what changed', beside: true, run: changedChecks },
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
interface Row {
  title: string;
  outcome: Outcome;
  seconds: number;
}
const begun = performance.now();
const rows: Promise<Row>[] = [];
const begunSteps = new Map<string, Promise<Row>>();
for (const step of offered.filter(({ id }) => wanted.includes(id))) {
  if (step.beside) {
    const kept: (string | Uint8Array)[] = [`\n== ${step.title}\n`];
    const row = rowOf(step, (text) => kept.push(text)).finally(() => {
      for (const text of kept) process.stdout.write(text);
    });
    rows.push(row);
    begunSteps.set(step.id, row);
  } else {
    await begunSteps.get(step.after ?? '');
    console.log(`\n== ${step.title}`);
    const row = rowOf(step, (text) => process.stdout.write(text));
    rows.push(row);
    await row;
  }
}
const firstTable = await Promise.all(rows);
const alone = await runAlone(firstTable.flatMap(({ outcome }) => outcome.failures));
const table = firstTable.map((row) => ({ ...row, outcome: settled(row.outcome, alone) }));

// Last of all, since of a long log often only the end is kept.
const failures = table.flatMap(({ outcome }) => outcome.failures);
if (alone.length > 0)
  console.log(['\nUnstable: failed beside other tests, passed alone', ...failureLines(alone)].join('\n'));
if (failures.length > 0) console.log(['\nFailed', ...failureLines(failures)].join('\n'));
console.log('\nSummary');
for (const { title, outcome, seconds } of table) {
  console.log(`  ${title.padEnd(42)} ${sentence(outcome)} (${seconds.toFixed(0)} s)`);
}
console.log(`  ${'The whole run'.padEnd(42)} ${((performance.now() - begun) / 1000).toFixed(0)} s`);
const total = table.reduce((sum, { outcome }) => add(sum, outcome), nothing);
console.log(sentence(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** @returns the failures that do not come back where nothing else runs */
async function runAlone(failed: readonly Failure[]): Promise<Failure[]> {
  const again = secondRun(failed);
  if (again === undefined || values.changed) return [];
  console.log('\n== Once more, alone');
  const outcomes: Outcome[] = [];
  if (again.unit.length > 0) outcomes.push(await vitest('unit-again', ['--project', 'unit', ...again.unit]));
  if (again.live.length > 0)
    outcomes.push(await vitest('live-again', ['--project', 'live', '--maxWorkers=1', ...again.live]));
  if (again.window.length > 0)
    outcomes.push(await endToEnd((text) => process.stdout.write(text), again.window));
  return passedAlone(failed, outcomes.reduce(add, nothing));
}

async function rowOf(step: Step, print: Print): Promise<Row> {
  const started = performance.now();
  const outcome = await step.run(print).catch((error: unknown): Outcome => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...nothing, failed: 1, failures: [failureOf(step.title, stack, root)] };
  });
  return { title: step.title, outcome, seconds: (performance.now() - started) / 1000 };
}

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

/** @param print is given what the program prints; without, it prints itself */
function exitCode(
  program: string,
  args: string[],
  environment: NodeJS.ProcessEnv = process.env,
  print?: Print,
): Promise<number> {
  return new Promise((resolve) => {
    const stream = print === undefined ? 'inherit' : 'pipe';
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', stream, stream], env: environment });
    for (const from of [child.stdout, child.stderr]) from?.on('data', (chunk: Buffer) => print?.(chunk));
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function command(program: string, args: string[], print?: Print): Promise<Outcome> {
  const chunks: Buffer[] = [];
  const code = await exitCode(program, args, process.env, (text) => chunks.push(Buffer.from(text)));
  const all = Buffer.concat(chunks);
  (print ?? ((text) => process.stdout.write(text)))(all);
  if (code === 0) return { ...nothing, passed: 1 };
  // Of many lines the first that speaks of an error; else whatever comes first.
  const said = all.toString('utf8');
  const telling = said.split('\n').find((line) => /\berror\b|\bfailed\b|✖|×/i.test(line));
  const failure = failureOf([program, ...args].join(' '), telling ?? (said || `ended with ${code}`), root);
  return { ...nothing, failed: 1, failures: [failure] };
}

/** Two at a time: each uses one processor. */
async function commands(list: readonly Command[], print: Print): Promise<Outcome> {
  const waiting = [...list];
  const lane = async (): Promise<Outcome> => {
    let sum = nothing;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      sum = add(sum, await command(...next, print));
    return sum;
  };
  const [one, other] = await Promise.all([lane(), lane()]);
  return add(one, other);
}

/** Compiles what has changed since the last time only. */
function types(project: string, name: string): Command {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  return ['tsc', ['-p', project, '--incremental', '--tsBuildInfoFile', join(cache, `${name}.tsbuildinfo`)]];
}

function checks(print: Print): Promise<Outcome> {
  return commands(
    [
      types('.', 'types'),
      ['biome', ['check', '.']],
      ['knip', []],
      ['knip', ['--production', '--exclude', 'types']],
      layers,
      // The rooms that know no Node, without its types.
      types('tsconfig.pure.json', 'pure-types'),
      ['node', ['scripts/check/words.ts']],
    ],
    print,
  );
}

/** The commit in which this work left main; on main itself, its last commit. */
async function changedSince(): Promise<string> {
  return (await output('git', ['merge-base', 'HEAD', 'main'])) || 'HEAD';
}

async function changedChecks(print: Print): Promise<Outcome> {
  const since = await changedSince();
  const names = await output('git', ['diff', '--name-only', '--diff-filter=d', since]);
  const others = await output('git', ['ls-files', '--others', '--exclude-standard']);
  const files = `${names}\n${others}`.split('\n').filter((name) => /\.([cm]?[jt]sx?|json|css)$/.test(name));
  const format: Command = ['biome', ['check', '--no-errors-on-unmatched', ...files]];
  return commands(
    [
      types('.', 'types'),
      layers,
      ['node', ['scripts/check/words.ts']],
      ...(files.length === 0 ? [] : [format]),
    ],
    print,
  );
}

/** What a program prints, trimmed; empty where it fails. */
function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: root }, (error, text) => resolve(error === null ? text.trim() : ''));
  });
}

/**
 * @param apart folders that are left out: those that another run has
 * @param print is given what the runner prints; without, it prints itself
 */
async function vitest(
  name: string,
  args: string[],
  apart: readonly string[] = [],
  print?: Print,
): Promise<Outcome> {
  const file = join(results, `${name}.json`);
  const reporter = join(import.meta.dirname, 'test-run', 'vitest-reporter.ts');
  const environment = {
    ...process.env,
    LATCHKEY_TEST_REPORT: file,
    LATCHKEY_TEST_APART: apart.join(','),
  };
  const reporters = ['--reporter=default', `--reporter=${reporter}`];
  const code = await exitCode('vitest', ['run', ...args, ...reporters], environment, print);
  const outcome: Outcome = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing;
  return withExitCode(outcome, `vitest (${name})`, code);
}

/** @param places `file:line` of the tests to run; all where there are none */
async function endToEnd(print: Print, places: readonly string[] = []): Promise<Outcome> {
  const file = join(results, places.length === 0 ? 'e2e.json' : 'e2e-again.json');
  const environment = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await withDisplay((display) =>
    exitCode('playwright', ['test', ...places], { ...environment, ...display }, print),
  );
  const outcome = existsSync(file) ? readPlaywrightReport(readFileSync(file, 'utf8'), root) : nothing;
  return withExitCode(outcome, 'playwright test', code);
}
