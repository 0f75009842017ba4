import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');

/** Uses several modules of the sources, which share what they import. @param paths from the root of the project */
export async function sourceModules<Modules extends unknown[], Result>(
  paths: { [Place in keyof Modules]: string },
  use: (...modules: Modules) => Result,
): Promise<Awaited<Result>> {
  const vite = await sourceLoader();
  try {
    const modules: unknown[] = [];
    for (const path of paths) modules.push(await vite.ssrLoadModule(path));
    return await use(...(modules as Modules));
  } finally {
    await vite.close();
  }
}

/** Loads modules of the sources (`ssrLoadModule`) as the build would; it is closed by whoever opened it. */
export function sourceLoader() {
  return createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
}
