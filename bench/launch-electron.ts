import { join } from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import { electronRuntime } from '../scripts/electron/runtime.ts';

const root = join(import.meta.dirname, '..');

/** Starts the built app with everything that it writes under `home`. */
export function launchElectron(home: string, display: NodeJS.ProcessEnv): Promise<ElectronApplication> {
  const runtime = electronRuntime();
  const environment = { ...process.env, ...runtime.env, ...display, LATCHKEY_HOME: home };
  return _electron.launch({
    executablePath: runtime.executable,
    args: [...runtime.args, root, `--user-data-dir=${join(home, 'profile')}`],
    env: Object.fromEntries(
      Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
  });
}
