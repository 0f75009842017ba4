import { z } from 'zod';
import { applyOutcomeSchema } from '../apply';
import { changePlanSchema, journalEntrySchema, restoreOutcomeSchema } from '../change';
import { call, nothing } from './call';
import { connectRequestSchema } from './connection';
import { planRequest } from './plan';

/** The part of a plan that can be set now, and the server on which it is set. */
const applyRequest = connectRequestSchema.extend({
  ...planRequest.omit({ myCnfPath: true }).shape,
  allowDurability: z.boolean(),
  /** Why another server than that of the snapshot may be changed; null: it may not. */
  force: z.string().min(1).nullable(),
});

const entryRef = z.object({ entryId: z.string() });

export const changeContract = {
  /** What `plan.apply` would do; nothing is changed. null: the plan has nothing to be set now. */
  'plan.previewApply': call({
    by: 'engine',
    job: true,
    input: applyRequest,
    output: z
      .object({
        plan: changePlanSchema,
        remarks: z.array(z.string()),
        /** Sent back with `plan.apply` as the consent to these statements. */
        planDigest: z.string(),
      })
      .nullable(),
  }),
  'plan.apply': call({
    by: 'engine',
    job: true,
    input: applyRequest.extend({ agreed: z.string() }),
    output: applyOutcomeSchema,
  }),
  /** Applied changes that can be undone, oldest first. */
  'plan.undoable': call({ by: 'engine', job: false, input: nothing, output: z.array(journalEntrySchema) }),
  /**
   * `force`: also restore what someone else has set since. `withoutLock`: also where another connection holds the
   * server's lock for changes, and no change is known to be at work there.
   */
  'plan.undo': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema
      .partial({ target: true })
      .extend({ ...entryRef.shape, force: z.boolean(), withoutLock: z.boolean().optional() }),
    output: restoreOutcomeSchema,
  }),
  'restore.pending': call({ by: 'engine', job: false, input: nothing, output: z.array(journalEntrySchema) }),
  /** `withoutLock` as with `plan.undo`. `unasked`: no person wants it, so a process that may only have been asleep counts. */
  'restore.run': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema.partial({ target: true }).extend({
      ...entryRef.shape,
      withoutLock: z.boolean().optional(),
      unasked: z.boolean().optional(),
    }),
    output: restoreOutcomeSchema,
  }),
} as const;
