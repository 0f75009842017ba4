import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineBench, quantile } from './bench.ts';
import { root, sourceEngine } from './source.ts';

const runs = 60;
const warmUpRuns = 10;

/** Processor time of the process, milliseconds: on a busy machine the clock counts the others as well. */
interface Times {
  /** Reading the file: unpacked, parsed, checked. */
  reading: number[];
  judging: number[];
}

/** Time of the whole rule set, compiled once, over a snapshot that is already in memory, beside that of reading it. */
export const analysisBench = defineBench<Times>({
  id: 'analysis',
  title: 'Full rule set over one loaded snapshot',
  budget: 'median 5 ms of processor time or less',
  items: readdirSync(join(root, 'samples')).filter((name) => name.endsWith('.lks')),
  measure: async (sample) => {
    const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    const engine = await sourceEngine(home);
    try {
      const times: Times = { reading: [], judging: [] };
      for (let run = 0; run < warmUpRuns + runs; run += 1) {
        const begun = milliseconds();
        // Read again: an analysis is kept with its snapshot.
        const { id } = await engine.call('snapshot.read', { path: join(root, 'samples', sample) });
        const read = milliseconds();
        await engine.call('analysis.get', { id });
        if (run < warmUpRuns) continue;
        times.reading.push(read - begun);
        times.judging.push(milliseconds() - read);
      }
      return times;
    } finally {
      await engine.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
  table: (results) => [
    ['snapshot', 'reading it, median', 'judging it, median', 'p95', 'judging / reading', 'runs'],
    ...[...results].map(([name, { reading, judging }]) => [
      name,
      `${quantile(reading, 0.5).toFixed(1)} ms`,
      `${quantile(judging, 0.5).toFixed(1)} ms`,
      `${quantile(judging, 0.95).toFixed(1)} ms`,
      (quantile(judging, 0.5) / quantile(reading, 0.5)).toFixed(1),
      String(judging.length),
    ]),
  ],
  verdict: (results) => {
    const worst = Math.max(...[...results.values()].map(({ judging }) => quantile(judging, 0.5)));
    return {
      met: worst <= 5,
      text: `the slowest snapshot took ${worst.toFixed(1)} ms (load average ${(loadavg()[1] ?? 0).toFixed(0)} on ${availableParallelism()} cores)`,
    };
  },
});

function milliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
