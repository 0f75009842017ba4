import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { planChoicesSchema } from '../plan';
import { probePlanSchema } from '../probe';
import { proofRequestSchema, proofResultSchema, proofSummarySchema } from '../proof';
import { call, nothing } from './call';
import { connectRequestSchema } from './connection';

const proveInputSchema = connectRequestSchema.extend({
  /** Of the snapshot whose plan it is. */
  id: z.string(),
  choices: planChoicesSchema,
  /** Why it is proven on another server than that of the snapshot; null: it must be the same. */
  force: z.string().nullable(),
  request: proofRequestSchema.omit({ changes: true }),
});

export const proofContract = {
  /** What a proof of this plan would do; nothing is changed. The seed and the digest go back with `proof.run`. */
  'proof.plan': call({
    by: 'engine',
    job: true,
    input: proveInputSchema,
    output: z.object({ plan: probePlanSchema, planDigest: z.string() }),
  }),
  /** `agreed`: the digest of the plan that the person was shown. */
  'proof.run': call({
    by: 'engine',
    job: true,
    input: proveInputSchema.extend({ agreed: z.string() }),
    output: proofResultSchema,
  }),
  /** Proofs that were measured here, newest first. */
  'proof.list': call({ by: 'engine', job: false, input: nothing, output: z.array(proofSummarySchema) }),
  'proof.get': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: z.object({ summary: proofSummarySchema, result: proofResultSchema }),
  }),
  /** Writes a proof as a file, which `latchkey probe recompute` checks. */
  'proof.save': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string(), path: pathSchema('write') }),
    output: z.object({ path: z.string() }),
  }),
  /** false: there is none. */
  'proof.delete': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: z.object({ deleted: z.boolean() }),
  }),
} as const;
