// `npm test`: every check and test there is, golden analyses first, then the sum over all runners.
import { spawn } from 'node:child_process';
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
    run: () => vitest('unit', ['--project', 'unit', '--exclude', 'test/golden/**']),
  },
  { id: 'build', title: 'Build', run: () => command('npm', ['run', 'build', '--silent']) },
  { id: 'live', title: 'Tests against real servers', run: () => vitest('live', ['--project', 'live']) },
  { id: 'e2e', title: 'The real window', run: endToEnd },
];

const values = readArguments();
if (values.help) {
  console.log(help());
  process.exit(0);
}
// Read by test/server/real-server.ts.
if (values.full) process.env.LATCHKEY_FULL_MATRIX = '1';
const wanted = values.only?.split(',') ?? steps.map((step) => step.id);
const unknown = wanted.filter((id) => !steps.some((step) => step.id === id));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. See npm test -- --help.`);
  process.exit(2);
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const table: { title: string; counts: Counts; seconds: number }[] = [];
for (const step of steps.filter(({ id }) => wanted.includes(id))) {
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

function readArguments(): { only?: string | undefined; full: boolean; help: boolean } {
  try {
    return parseArgs({
      options: {
        only: { type: 'string' },
        full: { type: 'boolean', default: false },
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
    `npm test [-- --only ${steps.map((step) => step.id).join(',')}] [--full]`,
    '  --full   tests of every version, and the tests where versions do not differ on all servers too',
    ...steps.map((step) => `  ${step.id.padEnd(8)} ${step.title}`),
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
  ];
  let sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [program, args] of commands) sum = add(sum, await command(program, args));
  return sum;
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
