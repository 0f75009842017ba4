import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDisplay } from '../scripts/xvfb.ts';
import { defineBench, quantile } from './bench.ts';
import { launchElectron } from './launch-electron.ts';

const rounds = 7;

/** From the start of the process to a window whose first page answers. */
export const startUpBench = defineBench<{ milliseconds: number[] }>({
  id: 'start-up',
  title: 'Window usable after start',
  budget: 'median 1.5 s or less',
  items: ['welcome page'],
  measure: () =>
    withDisplay(async (display) => {
      const milliseconds: number[] = [];
      for (let round = 0; round < rounds; round += 1) milliseconds.push(await start(display));
      return { milliseconds };
    }),
  table: (results) => [
    ['page', 'median', 'slowest', 'runs'],
    ...[...results].map(([name, { milliseconds }]) => [
      name,
      `${(quantile(milliseconds, 0.5) / 1000).toFixed(2)} s`,
      `${(Math.max(...milliseconds) / 1000).toFixed(2)} s`,
      String(milliseconds.length),
    ]),
  ],
  verdict: (results) => {
    const worst = Math.max(...[...results.values()].map(({ milliseconds }) => quantile(milliseconds, 0.5)));
    return { met: worst <= 1500, text: `${(worst / 1000).toFixed(2)} s` };
  },
});

async function start(display: NodeJS.ProcessEnv): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const started = performance.now();
  const app = await launchElectron(home, display);
  try {
    const window = await app.firstWindow();
    await window.getByRole('button', { name: 'Connect' }).first().waitFor();
    return performance.now() - started;
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}
