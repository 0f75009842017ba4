/**
 * Runs `compute` without recording where errors are thrown, and gives what it gives. A missing input leaves a formula,
 * or an expression of CEL, by being thrown: hundreds of times in an analysis, and nobody reads the traces, which
 * would take a fifth of its time.
 */
export function withoutStackTraces<R>(compute: () => R): R {
  // A property that V8 adds.
  const errors: ErrorConstructor & { stackTraceLimit?: number } = Error;
  const { stackTraceLimit = 10 } = errors;
  errors.stackTraceLimit = 0;
  try {
    return compute();
  } finally {
    errors.stackTraceLimit = stackTraceLimit;
  }
}
