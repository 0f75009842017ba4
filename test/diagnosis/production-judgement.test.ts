import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runCases } from '../../bench/diagnosis/production/run-cases.ts';

// Judgement must not rot: a change of rules may move a case, but not lose more of them than it wins. The counts are in
// kept.json beside the cases; raise them when judgement has got better. `npm run bench -- production` shows each case.

const keptSchema = z.strictObject({
  first: z.number(),
  inThree: z.number(),
  valueRight: z.number(),
  plansWithSymptoms: z.number(),
  quiet: z.number(),
});
/** More than a hundred analyses, on a machine that others use too; milliseconds. */
const judging = 300_000;
const file = fileURLToPath(new URL('../../bench/diagnosis/production/kept.json', import.meta.url));

test(
  'the worked-on production cases are judged no worse than before',
  () => {
    const kept = keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const { verdicts, totals } = runCases('worked');
    const failing = verdicts.filter(({ healthy, first, value, symptoms, shouts }) =>
      healthy
        ? shouts.length > 0
        : !first || value === 'outside' || value === 'missing' || symptoms.length > 0,
    );
    const which = failing.map(({ id, got }) => `${id}: ${got}`).join('\n');
    expect(totals.first, `cause first\n${which}`).toBeGreaterThanOrEqual(kept.first);
    expect(totals.inThree, `cause among three\n${which}`).toBeGreaterThanOrEqual(kept.inThree);
    expect(totals.valueRight, `value in range\n${which}`).toBeGreaterThanOrEqual(kept.valueRight);
    expect(totals.symptomCases, `plans with symptoms\n${which}`).toBeLessThanOrEqual(kept.plansWithSymptoms);
    expect(totals.quiet, `healthy servers quiet\n${which}`).toBeGreaterThanOrEqual(kept.quiet);
  },
  judging,
);
