import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDisplay } from '../scripts/xvfb.ts';
import { defineBench } from './bench.ts';
import { launchElectron } from './launch-electron.ts';

const samples = ['mysql-9.7-starved-redo', 'mariadb-11.8-healthy'];
const rounds = 3;
const budgetBytes = 350 * 1024 ** 2;

interface Result {
  /** Of each round the proportional set size of every process of the app, bytes. */
  rounds: { name: string; bytes: number }[][];
}

/** What the app takes once a sample has been opened and its pages have been looked at. */
export const memoryBench = defineBench<Result>({
  id: 'memory',
  title: 'Memory of the app after opening a sample',
  budget: 'summed proportional set size of all processes 350 MiB or less',
  items: samples,
  measure: (sample) =>
    withDisplay(async (display) => {
      const found: Result['rounds'] = [];
      for (let round = 0; round < rounds; round += 1) found.push(await openAndMeasure(sample, display));
      return { rounds: found };
    }),
  table: (results) => [
    ['sample', 'sum of each run', 'processes of the last run'],
    ...[...results].map(([sample, { rounds: all }]) => [
      sample,
      all.map((one) => mebibytes(sum(one))).join(', '),
      (all[all.length - 1] ?? []).map(({ name, bytes }) => `${name} ${mebibytes(bytes)}`).join(', '),
    ]),
  ],
  verdict: (results) => {
    const all = [...results.values()].flatMap((result) => result.rounds.map(sum));
    if (results.size < samples.length) return { met: false, text: 'not every sample was measured' };
    return { met: Math.max(...all) <= budgetBytes, text: `at most ${mebibytes(Math.max(...all))}` };
  },
});

const sum = (processes: { bytes: number }[]) => processes.reduce((total, { bytes }) => total + bytes, 0);
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;

async function openAndMeasure(sample: string, display: NodeJS.ProcessEnv) {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const app = await launchElectron(home, display);
  try {
    const page = await app.firstWindow();
    await page.locator(`[data-sample="${sample}"]`).click();
    await page.locator('html[data-page="diagnosis"][data-state="ready"]').waitFor({ state: 'attached' });
    await page.locator('[data-drawn="waiting"]').first().waitFor({ state: 'detached' });
    return descendants(app.process().pid ?? 0).map(({ pid, name }) => ({ name, bytes: proportional(pid) }));
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** A process and all that it started, each with the kind of Chromium process that it is. */
function descendants(root: number): { pid: number; name: string }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return [{ pid: Number(name), parent }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const family = new Set([root]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return [...family].map((pid) => {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ');
    const type = /--type=([\w-]+)/.exec(args)?.[1] ?? 'main';
    return { pid, name: /node\.mojom/.test(args) ? 'engine' : type };
  });
}

/** `Pss` of proc(5): pages that several processes share count in parts. */
function proportional(pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error(`no smaps_rollup of process ${pid}`);
  return Number(kibibytes) * 1024;
}
