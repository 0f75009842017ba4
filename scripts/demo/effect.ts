// What the plan of the demo brought, in one line.
import { z } from 'zod';

/** What the demo reads of the document of `latchkey compare --json`. */
export const comparedSchema = z.object({
  effect: z.object({
    verdict: z.string(),
    measures: z.array(
      z.object({
        id: z.string(),
        ratio: z.number().nullable(),
        /** Half width of the 95 % interval of the ratio. */
        noise: z.number().nullable(),
        verdict: z.string(),
      }),
    ),
  }),
});
type Effect = z.infer<typeof comparedSchema>['effect'];

const shown = [
  ['transactions', 'transactions'],
  ['p95', 'p95'],
] as const;

/** The verdict, and the interval of each measure in it, or that it is within noise. */
export function effectLine({ verdict, measures }: Effect): string {
  const intervals = shown.flatMap(([id, title]) => {
    const measure = measures.find((one) => one.id === id);
    if (measure === undefined || measure.ratio === null || measure.noise === null) return [];
    const [low, high] = [Math.max(0, measure.ratio - measure.noise), measure.ratio + measure.noise];
    const noise = measure.verdict === 'within noise' ? ', within noise' : '';
    return [`${title} x ${short(low)} to ${short(high)}${noise}`];
  });
  return intervals.length === 0 ? verdict : `${verdict} 95 % intervals: ${intervals.join('; ')}.`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
