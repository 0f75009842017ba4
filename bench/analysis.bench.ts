import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineBench, quantile } from './bench.ts';
import { root, sourceEngine } from './source.ts';

const runs = 60;
const warmUpRuns = 10;

/** Time of the whole rule set, compiled once, over a snapshot that is already in memory. */
export const analysisBench = defineBench<{ milliseconds: number[] }>({
  id: 'analysis',
  title: 'Full rule set over one loaded snapshot',
  budget: 'median 20 ms or less',
  items: readdirSync(join(root, 'samples')).filter((name) => name.endsWith('.lks')),
  measure: async (sample) => {
    const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    const engine = await sourceEngine(home);
    try {
      const milliseconds: number[] = [];
      for (let run = 0; run < warmUpRuns + runs; run += 1) {
        // Read again: an analysis is kept with its snapshot.
        const { id } = await engine.call('snapshot.read', { path: join(root, 'samples', sample) });
        const started = performance.now();
        await engine.call('analysis.get', { id });
        if (run >= warmUpRuns) milliseconds.push(performance.now() - started);
      }
      return { milliseconds };
    } finally {
      await engine.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
  table: (results) => [
    ['snapshot', 'median', 'p95', 'runs'],
    ...[...results].map(([name, { milliseconds }]) => [
      name,
      `${quantile(milliseconds, 0.5).toFixed(1)} ms`,
      `${quantile(milliseconds, 0.95).toFixed(1)} ms`,
      String(milliseconds.length),
    ]),
  ],
  verdict: (results) => {
    const worst = Math.max(...[...results.values()].map(({ milliseconds }) => quantile(milliseconds, 0.5)));
    return { met: worst <= 20, text: `the slowest snapshot took ${worst.toFixed(1)} ms` };
  },
});
