// The window of the demo: opened where there is a display, else drawn on a virtual one for its picture.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { electronRuntime } from '../electron/runtime.ts';
import { withDisplay } from '../xvfb.ts';

const root = join(import.meta.dirname, '..', '..');

/** Opens the window on a snapshot; ends when a person closes it. */
export function openWindow(snapshot: string, home: string): Promise<void> {
  return electron([`--open=${snapshot}`, `--user-data-dir=${home}`], { LATCHKEY_HOME: home });
}

/** Takes a picture of the diagnosis of a snapshot, once the page is complete. */
export async function pictureOf(snapshot: string, home: string, path: string): Promise<void> {
  const args = [`--open=${snapshot}`, `--screenshot=${path}`, `--user-data-dir=${home}`];
  await withDisplay((display) => electron(args, { ...display, LATCHKEY_HOME: home }));
  if (readFileSync(path).length < 10_000) throw new Error('the picture is empty');
}

function electron(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const runtime = electronRuntime();
  return new Promise((resolve, reject) => {
    const child = spawn(runtime.executable, [...runtime.args, root, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...runtime.env, ...environment },
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-4000);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`the window ended with code ${code}\n${errors}`)),
    );
  });
}
