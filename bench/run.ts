// `npm run bench [-- ID ...] [--only ITEM,...] [--fresh] [--judge-again] [--publish] [--list]`
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { analysisBench } from './analysis.bench.ts';
import { analyzeDirectoryBench } from './analyze-directory.bench.ts';
import type { Bench } from './bench.ts';
import { bufferPoolBench } from './bufferpool.bench.ts';
import { calibrationBench } from './calibration.bench.ts';
import { collectionBench } from './collection.bench.ts';
import {
  combinedBench,
  cornersBench,
  crossedBench,
  diagnosisBench,
  settingsBench,
  statementsBench,
  unseenBench,
  versionsBench,
} from './diagnosis.bench.ts';
import { faultsBench, proofFaultsBench, searchFaultsBench } from './faults.bench.ts';
import { fuzzBench } from './fuzz.bench.ts';
import { historyBench } from './history.bench.ts';
import { hostileBench } from './hostile.bench.ts';
import { manyTablesBench } from './many-tables.bench.ts';
import { memoryBench } from './memory.bench.ts';
import { observerBench } from './observer.bench.ts';
import { observerLoadBench } from './observer-load.bench.ts';
import { outputsBench } from './outputs.bench.ts';
import { outputsDiagnosisBench } from './outputs-diagnosis.bench.ts';
import { pairsBench } from './pairs.bench.ts';
import { productionBenches } from './production.bench.ts';
import { proofBench } from './proof.bench.ts';
import { proofLiveBench } from './proof-live.bench.ts';
import { publishedBenches } from './published.bench.ts';
import { stallsBench } from './stalls.bench.ts';
import { startUpBench } from './start-up.bench.ts';
import { storageBench } from './storage.bench.ts';
import { uiBench } from './ui.bench.ts';

const benches: Bench[] = [
  analysisBench,
  analyzeDirectoryBench,
  bufferPoolBench,
  calibrationBench,
  collectionBench,
  diagnosisBench,
  versionsBench,
  combinedBench,
  cornersBench,
  crossedBench,
  settingsBench,
  statementsBench,
  unseenBench,
  faultsBench,
  proofFaultsBench,
  searchFaultsBench,
  fuzzBench,
  historyBench,
  hostileBench,
  manyTablesBench,
  memoryBench,
  observerBench,
  outputsBench,
  outputsDiagnosisBench,
  observerLoadBench,
  pairsBench,
  ...productionBenches,
  proofBench,
  proofLiveBench,
  ...publishedBenches,
  stallsBench,
  startUpBench,
  storageBench,
  uiBench,
].map((bench) => bench as Bench);

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache', 'bench');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fresh: { type: 'boolean', default: false },
    'judge-again': { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    'set-aside': { type: 'boolean', default: false },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || values.list) {
  console.log(
    'npm run bench [-- ID ...] [--only ITEM,...: measure these again] [--fresh: forget kept results] [--judge-again: judge what was measured by the rules as they are now] [--publish: write docs/benchmarks.md] [--set-aside: run what is set aside too]',
  );
  for (const { id, title, budget } of benches) console.log(`  ${id.padEnd(12)} ${title}. Budget: ${budget}`);
  process.exit(0);
}
const isAsked = (id: string) => positionals.length === 0 || positionals.some((name) => name === id);
const chosen = benches.filter(({ id, setAside = false }) =>
  setAside ? values['set-aside'] && (isAsked(id) || isAsked(id.replace(/-set-aside$/, ''))) : isAsked(id),
);
if (chosen.length === 0) {
  console.error(`No such bench: ${positionals.join(', ')}. See npm run bench -- --list.`);
  process.exit(2);
}

mkdirSync(cache, { recursive: true });
const pages: string[] = [];
for (const bench of chosen) {
  const results = await run(bench);
  const { met, text } = bench.verdict(results);
  const table = markdown(await bench.table(results));
  console.log(
    `\n${bench.title}\n\n${table}\n\n${met ? 'Within' : 'NOT within'} the budget (${bench.budget}): ${text}`,
  );
  pages.push(
    `## ${bench.title}\n\nBudget: ${bench.budget}. ${met ? 'Met' : 'Not met'}: ${text}. Command: \`npm run bench -- ${commandOf(bench)}\`.\n\n${table}\n`,
  );
  if (!met) process.exitCode = 1;
}
if (values.publish) publish(pages);

function commandOf({ id, setAside = false }: Bench): string {
  return setAside ? `${id.replace(/-set-aside$/, '')} --set-aside` : id;
}

async function run(bench: Bench): Promise<Map<string, unknown>> {
  const file = join(cache, `${bench.id}.jsonl`);
  if (values.fresh || bench.quick) rmSync(file, { force: true });
  const results = kept(file, bench.items);
  const again = values.only?.split(',') ?? [];
  const wanted = bench.items.filter((name) => (values.only ? again.includes(name) : !results.has(name)));
  for (const item of wanted) {
    process.stderr.write(`${bench.id}: ${item}\n`);
    try {
      const result = await bench.measure(item);
      appendFileSync(file, `${JSON.stringify({ item, result })}\n`);
      results.set(item, result);
    } catch (error) {
      // The other items are worth measuring; the next run takes this one up again.
      console.error(`${bench.id}: ${item} was not measured:`, error);
      process.exitCode = 1;
    }
  }
  if (!values['judge-again'] || bench.judgeAgain === undefined) return results;
  const judged = await bench.judgeAgain(results);
  const lines = [...judged].map(([item, result]) => `${JSON.stringify({ item, result })}\n`);
  writeFileSync(file, lines.join(''));
  return judged;
}

function kept(file: string, items: string[]): Map<string, unknown> {
  const results = new Map<string, unknown>();
  if (!existsSync(file)) return results;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const { item, result } = JSON.parse(line);
    if (items.includes(item)) results.set(item, result);
  }
  return results;
}

function markdown([heading, ...rows]: string[][]): string {
  if (heading === undefined) return '';
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The sections of other benches stay as they were published. */
function publish(sections: string[]): void {
  const file = join(root, 'docs', 'benchmarks.md');
  const titleOf = (section: string) => section.slice(0, section.indexOf('\n'));
  const before = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const merged = new Map([...before, ...sections].map((section) => [titleOf(section), section.trimEnd()]));
  const machine = `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB`;
  const head = `# Benchmarks\n\nWritten by \`npm run bench -- --publish\` on ${new Date().toISOString().slice(0, 10)}: ${machine}, shared and noisy.\n`;
  writeFileSync(file, `${head}\n${[...merged.values()].join('\n\n')}\n`);
  console.log('\nWritten: docs/benchmarks.md');
}
