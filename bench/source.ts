import { join } from 'node:path';
import { sourceLoader, sourceModules } from '../scripts/source-modules.ts';
import type { CallContext, CallInput, Engine } from '../src/engine/index.ts';
import { systemClock } from '../src/shared/base/clock.ts';
import type { Snapshot } from '../src/shared/snapshot.ts';

export const root = join(import.meta.dirname, '..');

export { sourceModules };

/** The engine from the sources, as the app composes it, with everything that is written under `home`. */
export async function sourceEngine(home: string): Promise<Engine> {
  const vite = await sourceLoader();
  const { createEngine, defaultPaths }: typeof import('../src/engine/index.ts') = (await vite.ssrLoadModule(
    '/src/engine/index.ts',
  )) as typeof import('../src/engine/index.ts');
  const engine = createEngine({
    paths: defaultPaths(root, { LATCHKEY_HOME: home }, process.platform),
    version: 'bench',
    clock: systemClock,
    process: { pid: process.pid, bootId: 'bench' },
  });
  return {
    ...engine,
    close: async () => {
      await engine.close();
      await vite.close();
    },
  };
}

/** A light snapshot as root over a socket, of a host that nobody declares. */
export function lightSnapshot(
  socket: string,
  windowSeconds: number,
  intervalMs = 1000,
): CallInput<'snapshot.take'> {
  return {
    target: { socket, user: 'root' },
    secrets: {},
    windowSeconds,
    intervalMs,
    keepLiterals: false,
    declaredHost: {},
  };
}

/** Takes a snapshot, and reads what was kept of it. */
export async function takeSnapshot(
  engine: Engine,
  request: CallInput<'snapshot.take'>,
  context: Partial<CallContext> = {},
): Promise<Snapshot> {
  const { id } = await engine.call('snapshot.take', request, context);
  return engine.call('snapshot.document', { id });
}

/** Uses one module of the sources. @param path from the root of the project, `/src/...` */
export function sourceModule<Module, Result>(
  path: string,
  use: (module: Module) => Result,
): Promise<Awaited<Result>> {
  return sourceModules<[Module], Result>([path], use);
}
