import { mkdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolderWith } from '../shared/base/make-folder';
import { texts } from './texts';

/**
 * Has Node keep what it compiles of Latchkey for the next run: that takes a third of a short command. Where nothing can be
 * written, by Node before 22, and where NODE_DISABLE_COMPILE_CACHE is set, it does nothing; a cache that is set for all
 * programs (NODE_COMPILE_CACHE) is left as it is.
 */
export function keepCompiled(environment: Record<string, string | undefined>, platform: string): void {
  if (!('enableCompileCache' in module) || environment.NODE_COMPILE_CACHE) return;
  const folder = compiledFolder(environment, platform);
  try {
    // Code is run from there: nobody else may write to it. Node would make it open to all.
    makeFolderWith(
      {
        make: (path) => mkdirSync(path, { mode: 0o700 }),
        isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
        parentOf: dirname,
      },
      folder,
    );
  } catch {
    return;
  }
  module.enableCompileCache(folder);
}

/** Of the platform's caches; `LATCHKEY_HOME` holds everything that is written. */
function compiledFolder(environment: Record<string, string | undefined>, platform: string): string {
  const { LATCHKEY_HOME: home, LOCALAPPDATA: local, XDG_CACHE_HOME: cache } = environment;
  if (home) return join(home, 'compiled');
  if (platform === 'darwin') return join(homedir(), texts.library, texts.caches, 'Latchkey', 'compiled');
  if (platform === 'win32')
    return join(local ?? join(homedir(), texts.appdata, texts.local), 'Latchkey', 'compiled');
  return join(cache || join(homedir(), '.cache'), 'latchkey', 'compiled');
}
