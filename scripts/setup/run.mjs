// @ts-check
// Runs other programs for set-up: output collected, time bounded, failures that say what to do.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A failed step of set-up: what was being done, what went wrong, what to do about it. */
export class SetupError extends Error {
  /**
   * @param {string} step
   * @param {string} detail
   * @param {string} remedy
   */
  constructor(step, detail, remedy) {
    super(`${step}: ${detail}`);
    this.name = 'SetupError';
    this.step = step;
    this.detail = detail;
    this.remedy = remedy;
  }
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to this process's environment; undefined removes a name
 * @property {number} [timeoutMs] the program is killed after this; default 30 minutes
 * @property {string} [stdinFile] file fed to standard input; otherwise standard input is empty
 *
 * @typedef {{ code: number, output: string, stdout: string }} RunResult
 */

/**
 * Runs a program to its end. A program that does not exist or was killed gives code 127 or 124, not an exception.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const stdin = options.stdinFile ? openSync(options.stdinFile, 'r') : 'ignore';
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: environment(options.env),
      stdio: [stdin, 'pipe', 'pipe'],
      // On Windows npm is a command file, which only a shell runs.
      shell: process.platform === 'win32' && command === 'npm',
    });
    if (typeof stdin === 'number') closeSync(stdin);
    let stdout = '';
    let output = '';
    let timedOut = false;
    const timer = setTimeout(
      () => {
        timedOut = true;
        child.kill('SIGKILL');
      },
      options.timeoutMs ?? 30 * 60_000,
    );
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
      output += chunk;
    });
    /** @param {number} code @param {string} [more] */
    const finish = (code, more = '') => {
      clearTimeout(timer);
      done({ code, output: output + more, stdout });
    };
    child.on('error', (error) => finish(127, error.message));
    child.on('close', (code, signal) =>
      timedOut
        ? finish(124, `\nstopped after ${(options.timeoutMs ?? 0) / 1000} s`)
        : finish(code ?? 1, signal ? `\nended by ${signal}` : ''),
    );
  });
}

/**
 * Like run, but a code other than 0 is a SetupError that carries an excerpt of the output.
 * @param {string} step
 * @param {string} remedy
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export async function mustRun(step, remedy, command, args, options) {
  const result = await run(command, args, options);
  if (result.code !== 0)
    throw new SetupError(step, `${command} ended with ${result.code}: ${excerpt(result.output)}`, remedy);
  return result;
}

/**
 * The beginning and the end of a program's output: npm shows the cause first, compilers and servers last.
 * @param {string} text
 */
export function excerpt(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length <= 14 ? lines.join('\n') : [...lines.slice(0, 6), '...', ...lines.slice(-8)].join('\n');
}

/**
 * @param {string} name
 * @returns {string | undefined} full path of a program on PATH
 */
export function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder && existsSync(path)) return path;
  }
  return undefined;
}

/** @param {Record<string, string | undefined>} [changes] */
function environment(changes = {}) {
  const env = { ...process.env, ...changes };
  for (const [name, value] of Object.entries(changes)) if (value === undefined) delete env[name];
  return env;
}
