// What a runner has found: counts, and each failure so that it can be recognised from the last lines of a log alone.

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Failure {
  /** File and titles of the test, or the program that failed. */
  name: string;
  /** First line of the error. */
  error: string;
  /** File and line, where known: of the test's own code rather than of a library. */
  where?: string | undefined;
}

export interface Outcome extends Counts {
  failures: Failure[];
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function add(a: Outcome, b: Outcome): Outcome {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  };
}

export function sentence({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** A run that fails counts at least one failure, and each failure is named. */
export function withExitCode(outcome: Outcome, program: string, code: number): Outcome {
  if (code === 0 || outcome.failed > 0) return outcome;
  const unnamed = { name: program, error: `ended with ${code}` };
  const failures = outcome.failures.length > 0 ? outcome.failures : [unnamed];
  return { ...outcome, failed: failures.length, failures };
}

/**
 * @param stack message and stack, as errors have it; colours are removed
 * @param root folder of the project: frames outside of it and of libraries say nothing
 */
export function failureOf(name: string, stack: string, root: string): Failure {
  const plain = stack.replace(ansi, '');
  const lines = plain.split('\n');
  const error = lines.find((line) => line.trim() !== '')?.trim() ?? 'no message';
  const frames = lines
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at ') && line.includes(`${root}/`))
    .filter((line) => !line.includes('/node_modules/'));
  const where = /([^\s()]+:\d+:\d+)\)?$/.exec(frames[0] ?? '')?.[1];
  return { name, error, where: where?.replace(/^file:\/\//, '').replace(`${root}/`, '') };
}

/** The lines that stand before the summary. */
export function failureLines(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ name, error, where }) => [
    `  ${name}`,
    `      ${error.length > 300 ? `${error.slice(0, 300)} ...` : error}${where === undefined ? '' : ` (${where})`}`,
  ]);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a colour
const ansi = /\u001b\[[0-9;]*m/g;
