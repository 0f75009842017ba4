import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { planChoicesSchema, planFormatSchema, planSchema } from '../plan';
import { call, snapshotRef } from './call';

/** A plan of a snapshot. */
export const planRequest = snapshotRef.extend({
  choices: planChoicesSchema,
  /** Option file to edit; absent: a new file is generated. */
  myCnfPath: pathSchema('read', { typed: true }).optional(),
});

const renderRequest = planRequest.extend({
  format: planFormatSchema,
  /** Rollback from the plan. */
  undo: z.boolean().optional(),
});

export const planContract = {
  'plan.get': call({ by: 'engine', job: false, input: planRequest, output: planSchema }),
  /** Every format, and why the server of the snapshot cannot have it; null: it can. */
  'plan.formats': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: z.array(z.object({ format: planFormatSchema, refusal: z.string().nullable() })),
  }),
  'plan.render': call({
    by: 'engine',
    job: false,
    input: renderRequest,
    /** `remarks`: what is odd about the user's files, and how to proceed where the format cannot say it itself. */
    output: z.object({ text: z.string(), fileName: z.string(), remarks: z.array(z.string()) }),
  }),
  'plan.save': call({
    by: 'engine',
    job: false,
    input: renderRequest.extend({ path: pathSchema('write') }),
    output: z.object({ path: z.string() }),
  }),
} as const;
