// What Playwright's JSON report says, as `npm test` sums it up.
import { z } from 'zod';
import { type Failure, failureOf, type Outcome } from './outcome.ts';

const errorSchema = z.object({ message: z.string().optional(), stack: z.string().optional() });
const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ errors: z.array(errorSchema).default([]) })),
    }),
  ),
});
interface Suite {
  title: string;
  specs: z.infer<typeof specSchema>[];
  suites?: Suite[] | undefined;
}
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z.array(specSchema),
    suites: z.array(suiteSchema).optional(),
  }),
);
const reportSchema = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  suites: z.array(suiteSchema),
  errors: z.array(errorSchema).default([]),
});

/** @throws ZodError when it is no report of Playwright */
export function readPlaywrightReport(text: string, root: string): Outcome {
  const { stats, suites, errors } = reportSchema.parse(JSON.parse(text));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((suite) => failuresOf(suite, root)),
      ...errors.map((error) => failureOf('outside of every test', textOf(error), root)),
    ],
  };
}

function failuresOf({ specs, suites = [] }: Suite, root: string): Failure[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const error = results.flatMap((result) => result.errors)[0];
        return failureOf(`e2e/${file}:${line} > ${title}`, error ? textOf(error) : 'no message', root);
      }),
  );
  return [...own, ...suites.flatMap((suite) => failuresOf(suite, root))];
}

function textOf({ message = '', stack = '' }: z.infer<typeof errorSchema>): string {
  return stack.includes(message) ? stack : `${message}\n${stack}`;
}
