// @ts-check
// Makes the data folder of a server while it is being set up.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { excerpt, mustRun, SetupError } from './run.mjs';

/**
 * @typedef {{ command: string[], options: string[], env: Record<string, string> }} Launch
 * @typedef {{ args: string[], stdin?: string }} Initialise arguments that make a new data folder, and a file for standard input
 */

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

/**
 * @param {string} folder
 * @param {Launch} launch
 * @param {Initialise} initialise
 */
export async function makeData(folder, launch, initialise) {
  const [command = '', ...args] = fill([...launch.command, '--no-defaults', ...launch.options], folder);
  mkdirSync(join(folder, 'data'));
  await mustRun(
    'making a data folder',
    'Report this with the message above.',
    command,
    [...args, ...asRoot, `--datadir=${join(folder, 'data')}`, ...fill(initialise.args, folder)],
    {
      env: filledEnv(launch, folder),
      timeoutMs: 5 * 60_000,
      ...(initialise.stdin ? { stdinFile: fill([initialise.stdin], folder)[0] ?? '' } : {}),
    },
  );
}

/**
 * Starts the server on its new data folder, lets it run `sql`, and shuts it down cleanly.
 * @param {string} folder
 * @param {Launch} launch
 * @param {string} sql
 */
export async function runOnce(folder, launch, sql) {
  const scratch = mkdtempSync(join(tmpdir(), 'latchkey-'));
  const log = join(scratch, 'error.log');
  writeFileSync(join(scratch, 'init.sql'), sql);
  const [command = '', ...args] = fill([...launch.command, '--no-defaults', ...launch.options], folder);
  const child = spawn(
    command,
    [
      ...args,
      ...asRoot,
      `--datadir=${join(folder, 'data')}`,
      `--socket=${join(scratch, 's.sock')}`,
      `--pid-file=${join(scratch, 'pid')}`,
      `--init-file=${join(scratch, 'init.sql')}`,
      '--skip-networking',
    ],
    {
      env: { ...process.env, ...filledEnv(launch, folder) },
      stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
    },
  );
  const ended = new Promise((done) => child.once('close', done));
  const deadline = Date.now() + 120_000;
  let stopping = false;
  try {
    for (;;) {
      const code = await Promise.race([ended, new Promise((done) => setTimeout(done, 50))]);
      if (stopping && child.exitCode !== null) return;
      const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
      if (code !== undefined || child.exitCode !== null || Date.now() > deadline)
        throw new SetupError('first start', excerpt(text), 'Report this with the message above.');
      if (!stopping && text.includes('ready for connections')) {
        stopping = true;
        child.kill('SIGTERM');
      }
    }
  } finally {
    child.kill('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string[]} texts @param {string} folder */
export function fill(texts, folder) {
  return texts.map((text) => text.replaceAll('{root}', join(folder, 'root')).replaceAll('{folder}', folder));
}

/** @param {Launch} launch @param {string} folder */
export function filledEnv(launch, folder) {
  return Object.fromEntries(
    Object.entries(launch.env).map(([name, value]) => [name, fill([value], folder)[0] ?? '']),
  );
}
