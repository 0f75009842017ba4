import { join } from 'node:path';
import { runnerImport } from 'vite';
import type { Engine } from '../src/engine/engine.ts';
import { systemClock } from '../src/shared/clock.ts';

export const root = join(import.meta.dirname, '..');

/** The engine from the sources, as the app composes it, with everything that is written under `home`. */
export async function sourceEngine(home: string): Promise<Engine> {
  const { module } = await runnerImport<typeof import('../src/engine/index.ts')>(
    join(root, 'src/engine/index.ts'),
  );
  return module.createEngine({
    paths: module.defaultPaths(root, { LATCHKEY_HOME: home }, process.platform),
    version: 'bench',
    clock: systemClock,
    process: { pid: process.pid, bootId: 'bench' },
  });
}
