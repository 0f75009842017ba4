// Writes what `npm test` sums up. Vitest's own JSON report leaves out errors of hooks within a describe block and
// errors that no test waited for; either fails a run.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { type Failure, failureOf, type Outcome } from './outcome.ts';

/** Beside the outcome, where the time went. */
export interface VitestReport extends Outcome {
  files: { file: string; seconds: number }[];
}

type SomeError = { message: string; stack?: string | undefined };

export default class SumReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SomeError[],
    reason: TestRunEndReason,
  ): void {
    const file = process.env.LATCHKEY_TEST_REPORT;
    if (file === undefined) throw new Error('LATCHKEY_TEST_REPORT names no file');
    const report: VitestReport = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };
    const root = process.cwd();
    const fail = (name: string, errors: readonly SomeError[]) =>
      report.failures.push(...distinct(name, errors, root));
    for (const one of modules) {
      const name = relative(root, one.moduleId);
      const { duration, collectDuration, setupDuration } = one.diagnostic();
      report.files.push({ file: name, seconds: (duration + collectDuration + setupDuration) / 1000 });
      fail(name, one.errors());
      for (const suite of one.children.allSuites()) fail(`${name} > ${suite.fullName}`, suite.errors());
      for (const test of one.children.allTests()) {
        const { state, errors = [] } = test.result();
        report[state === 'pending' ? 'skipped' : state] += 1;
        if (state === 'failed') fail(`${name} > ${test.fullName}`, errors);
      }
    }
    fail('outside of every test', unhandled);
    if (reason === 'interrupted') report.failures.push({ name: 'vitest', error: 'interrupted' });
    writeFileSync(file, JSON.stringify(report));
  }
}

/** One line per test: with retries an error is reported again and again. */
function distinct(name: string, errors: readonly SomeError[], root: string): Failure[] {
  const all = errors.map((error) => {
    const stack = error.stack ?? '';
    return failureOf(name, stack.includes(error.message) ? stack : `${error.message}\n${stack}`, root);
  });
  return all.filter((one, index) => all.findIndex(({ error }) => error === one.error) === index);
}
