import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineBench } from './bench.ts';
import { writeDistinctSnapshots } from './distinct-snapshots.ts';
import { cpuSeconds } from './process-cpu.ts';
import { root } from './source.ts';

interface Result {
  files: number;
  /** Processor time of the process with all its threads, start-up of one without taken off. */
  cpuSeconds: number;
  /** Of the clock, from the start of the process to its end. */
  seconds: number;
  /** Most resident memory, MiB, in the first tenth of the time and after that. */
  earlyMiB: number;
  peakMiB: number;
}

const wanted: Record<string, number> = { '200 files': 200, '1000 files': 1000, '10000 files': 10_000 };
const budgetPerSecond = 25;
/** Growth of memory from the first tenth of the files on that still counts as flat. */
const flatMiB = 64;

/** `latchkey analyze DIR --json` as it is built, over light snapshots of as many servers. */
export const analyzeDirectoryBench = defineBench<Result>({
  id: 'analyze-directory',
  title: '`latchkey analyze DIR --json` over light snapshots of as many servers',
  budget: `${budgetPerSecond} snapshots or more for each second of processor time, loading included; flat memory over 10,000`,
  items: Object.keys(wanted),
  measure: async (item) => {
    const files = wanted[item] ?? 0;
    const empty = await run(1);
    const { cpuSeconds, seconds, memory } = await run(files);
    const early = Math.max(...memory.slice(0, Math.ceil(memory.length / 10)));
    return {
      files,
      cpuSeconds: cpuSeconds - empty.cpuSeconds,
      seconds,
      earlyMiB: early,
      peakMiB: Math.max(...memory.slice(Math.floor(memory.length / 10))),
    };
  },
  table: (results) => [
    [
      'files',
      'snapshots per CPU second',
      'seconds of the clock',
      'most memory in the first tenth',
      'and after that',
    ],
    ...[...results.values()].map((result) => [
      String(result.files),
      perSecond(result).toFixed(0),
      result.seconds.toFixed(0),
      `${result.earlyMiB.toFixed(0)} MiB`,
      `${result.peakMiB.toFixed(0)} MiB`,
    ]),
  ],
  verdict: (results) => {
    const all = [...results.values()];
    const slowest = Math.min(...all.map(perSecond));
    // The heap fills in the first hundreds of files: a short run says nothing of memory.
    const long = all.filter(({ files }) => files >= 1000);
    const grown = Math.max(...long.map(({ earlyMiB, peakMiB }) => peakMiB - earlyMiB));
    return {
      met: slowest >= budgetPerSecond && long.length > 0 && grown <= flatMiB,
      text: `${slowest.toFixed(0)} a second at least; ${long.length === 0 ? 'memory over 1000 files and more was not measured' : `memory grew by ${grown.toFixed(0)} MiB at most`}`,
    };
  },
});

function perSecond({ files, cpuSeconds }: Result): number {
  return files / cpuSeconds;
}

async function run(files: number): Promise<{ cpuSeconds: number; seconds: number; memory: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const snapshots = join(folder, 'snapshots');
  mkdirSync(snapshots);
  writeDistinctSnapshots(snapshots, files);
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['--min-semi-space-size=16', join(root, 'out/main/cli.cjs'), 'analyze', snapshots, '--json'],
    {
      env: { ...process.env, LATCHKEY_HOME: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const memory: number[] = [];
  let seconds = 0;
  let lines = 0;
  const look = () => {
    try {
      const [resident = ''] =
        /(?<=VmRSS:\s*)\d+/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      if (resident !== '') memory.push(Number(resident) / 1024);
      seconds = Math.max(seconds, cpuSeconds(child.pid ?? 0));
    } catch {
      // It has ended between two looks.
    }
  };
  const timer = setInterval(look, files > 1 ? 100 : 10);
  child.stdout.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) lines += 1;
  });
  try {
    await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (lines !== files) throw new Error(`${lines} lines for ${files} files`);
    return { cpuSeconds: seconds, seconds: (performance.now() - began) / 1000, memory };
  } finally {
    clearInterval(timer);
    rmSync(folder, { recursive: true, force: true });
  }
}
