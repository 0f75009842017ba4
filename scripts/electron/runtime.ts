// Which Electron runs the app in this clone: the official binary of the pinned version when it is there, else
// the stand-in (docs/decisions/0002-electron-stand-in.md). Product code never asks.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, readJson } from '../setup/cache.mjs';

const root = join(import.meta.dirname, '..', '..');

export interface ElectronRuntime {
  executable: string;
  kind: 'official' | 'stand-in';
  version: string;
  /** To come before the app's folder. */
  args: string[];
  /** To be laid over the environment; undefined removes a variable. */
  env: Record<string, string | undefined>;
}

/** @throws Error when neither is there. */
export function electronRuntime(): ElectronRuntime {
  const found = official() ?? standIn();
  if (!found) throw new Error('Electron has not been set up. To bring it: npm run setup -- app');
  return {
    ...found,
    // Chromium refuses to sandbox its processes for the superuser; everybody else keeps the sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    env: { ELECTRON_RUN_AS_NODE: undefined },
  };
}

type Found = Pick<ElectronRuntime, 'executable' | 'kind' | 'version'>;

function official(): Found | undefined {
  const folder = join(root, 'node_modules', 'electron');
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist');
  const program = textOf(join(folder, 'path.txt'));
  const version = textOf(join(dist, 'version'))?.replace(/^v/, '');
  if (program === undefined || version === undefined) return undefined;
  const executable = join(dist, program);
  return existsSync(executable) ? { executable, kind: 'official', version } : undefined;
}

function standIn(): Found | undefined {
  const folder = inCache('electron-stand-in');
  const manifest = readJson(join(folder, 'stand-in.json'));
  const executable = join(folder, 'electron');
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return undefined;
  return existsSync(executable)
    ? { executable, kind: 'stand-in', version: String(manifest.version) }
    : undefined;
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
