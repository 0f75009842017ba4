/**
 * Runs `compute` without recording where errors are thrown, and gives what it gives. A missing input leaves a formula,
 * or an expression of CEL, by being thrown: hundreds of times in an analysis, and nobody reads the traces, which
 * would take a fifth of its time.
 */
export function withoutStackTraces<R>(compute: () => R): R {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return compute();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
