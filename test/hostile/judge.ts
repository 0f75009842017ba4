import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Broken, held } from './attack.ts';
import type { Run } from './program.ts';
import { isWithin } from './slowness.ts';
import type { Stage } from './stage.ts';
import { forgedLine } from './texts.ts';

/** What Latchkey may take, whatever it is given. */
export const memoryBudget = 400 * 2 ** 20;

/** Bytes that a terminal obeys, and characters that turn or hide text. Line feeds and tabs are layout. */
const commanding =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * @throws Broken where text for a terminal holds what the terminal would obey, or a line that a hostile text forged. A terminal itself adds CR before LF, and
 * Latchkey begins its line of progress again.
 */
export function inert(text: string, where: string): void {
  const plain = text.replaceAll('\r\n', '\n').replaceAll('\r\u001b[K', '');
  const forged = new RegExp(`^[ \\t]*${forgedLine}.*`, 'm').exec(plain);
  held(forged === null, `a line of its own reached ${where}: ${JSON.stringify(forged?.[0].slice(0, 80))}`);
  const at = plain.search(commanding);
  if (at < 0) return;
  const code = plain.codePointAt(at)?.toString(16).padStart(4, '0');
  throw new Broken(
    `U+${code} reached ${where}: ${JSON.stringify(plain.slice(Math.max(0, at - 40), at + 40))}`,
  );
}

/** @throws Broken where the run did not end by itself, ended by a fault of the program, or took too much */
export function sound(run: Run, stage: Stage, withinSeconds: number): void {
  held(!run.endless, `it was still running after ${run.seconds.toFixed(0)} s (${mebibytes(run.peakBytes)})`);
  const said = JSON.stringify(run.err.slice(-300));
  held(run.code !== null, `it was ended by a signal (${mebibytes(run.peakBytes)}): ${said}`);
  held(run.code !== 70, `an internal error: ${said}`);
  held(
    !/ {4}at .*(?:\.c?js|\.ts|node:)/.test(run.err + run.out),
    `it ended with a stack trace: ${JSON.stringify(run.err.slice(0, 300))}`,
  );
  held(run.peakBytes <= memoryBudget, `it took ${mebibytes(run.peakBytes)}`);
  const limit = withinSeconds * stage.patience;
  held(isWithin(run.seconds, limit), `it took ${run.seconds.toFixed(1)} s, ${withinSeconds} s are allowed`);
}

/** Exit code, time, memory and the last line of what was said. */
export function observed(run: Run): string {
  const last = run.err.trim().split('\n').at(-1)?.trim() ?? '';
  const words = last === '' ? '' : `: ${last.slice(0, 160)}`;
  return `exit ${run.code}${words}`;
}

export function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** A snapshot as it is written, unjudged. */
export function readLoose(file: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
  if (!isLoose(parsed)) throw new Error(`${file} holds no object`);
  return parsed;
}

export function isLoose(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
