import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { measuredSchema, planChoicesSchema } from '../plan';
import {
  probePlanSchema,
  probeRequestSchema,
  probeResultSchema,
  probeResultSummarySchema,
  probeStepSchema,
  probeSummarySchema,
} from '../probe';
import { call, nothing } from './call';
import { connectRequestSchema } from './connection';

export const probeContract = {
  /** Every probe; with a connection, whether it makes sense there and with which arms. */
  'probe.list': call({
    by: 'engine',
    job: true,
    input: z.object({ connection: connectRequestSchema.nullable() }),
    output: z.array(probeSummarySchema),
  }),
  /** What a probe would do; nothing is changed. The seed and the mark go back with `probe.run`. */
  'probe.plan': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema.extend({ request: probeRequestSchema }),
    output: z.object({ plan: probePlanSchema, planDigest: z.string() }),
  }),
  /** `agreed`: the mark of the plan that the person was shown. */
  'probe.run': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema.extend({ request: probeRequestSchema, agreed: z.string() }),
    output: probeResultSchema,
  }),
  /** Results measured or opened here, newest first, then those that come with Latchkey. */
  'probe.results': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: z.array(probeResultSummarySchema),
  }),
  /** One result, of the history or of the samples. */
  'probe.result': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: probeResultSchema,
  }),
  /** What probes set, step by step, on the server at this address between two moments, in order. */
  'probe.steps': call({
    by: 'engine',
    job: false,
    input: z.object({ target: z.string(), from: z.string(), to: z.string() }),
    output: z.array(probeStepSchema),
  }),
  /** Reads the file of a result, recomputes its verdicts from its samples, and keeps it in the history. */
  'probe.openResult': call({
    by: 'engine',
    job: false,
    input: z.object({ path: pathSchema('read') }),
    output: probeResultSchema,
  }),
  /**
   * What the values of an arm would add to the choices of a plan (`set` and `measured`); `refusal`: why it is not
   * available; `remark`: to be read before.
   */
  'probe.useArm': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string(), arm: z.string() }),
    output: z.union([
      planChoicesSchema.pick({ set: true }).extend({
        refusal: z.null(),
        measured: z.record(z.string(), measuredSchema),
        remark: z.string().nullable(),
      }),
      z.object({ refusal: z.string() }),
    ]),
  }),
  /** Writes a result as a document for people, or as itself (`json`). */
  'probe.saveResult': call({
    by: 'engine',
    job: false,
    input: z.object({
      id: z.string(),
      format: z.enum(['html', 'markdown', 'json']),
      path: pathSchema('write'),
    }),
    output: z.object({ path: z.string() }),
  }),
  /** Forgets a result of the history; false: there is none, or it is a sample. */
  'probe.deleteResult': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: z.object({ deleted: z.boolean() }),
  }),
} as const;
