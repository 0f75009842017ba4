import { z } from 'zod';
import { applyOutcomeSchema } from './apply';
import { pathSchema } from './base/path-argument';
import { recheckSchema } from './compare';
import { type PlanChoices, planChoicesSchema } from './plan';
import { snapshotSummarySchema } from './snapshot';

/** What a reader did with a snapshot. It belongs to the snapshot, and goes with it. */
export const snapshotWorkSchema = z.object({
  /** The plan: what was accepted, and the values set by hand. */
  choices: planChoicesSchema,
  /** Option file that the plan edits; null: a new file. */
  myCnfPath: pathSchema('read').nullable(),
  /** The last time that the plan was applied, with every value as read back. `at`: ISO 8601, UTC. */
  applied: z.object({ at: z.string(), outcome: applyOutcomeSchema }).nullable(),
  /** What became of the findings when the server was looked at again. */
  recheck: z.object({ at: z.string(), recheck: recheckSchema, snapshot: snapshotSummarySchema }).nullable(),
  /** Applied changes that were undone, in the order of time. */
  undone: z.array(z.object({ at: z.string(), text: z.string() })),
});
export type SnapshotWork = z.infer<typeof snapshotWorkSchema>;

/** The plan starts empty: what goes into it is the reader's decision. */
export const emptyPlan: PlanChoices = { accepted: [], locked: [], set: {} };

export const noWork: SnapshotWork = {
  choices: emptyPlan,
  myCnfPath: null,
  applied: null,
  recheck: null,
  undone: [],
};

/** The same as lists show it. */
export const workSummarySchema = z.object({
  /** Of the snapshot. */
  id: z.string(),
  /** Findings whose advice was accepted, and values set by hand. */
  accepted: z.number().int().nonnegative(),
  set: z.number().int().nonnegative(),
  /** How many settings were applied, and when; null: none. */
  applied: z.object({ at: z.string(), settings: z.number().int().nonnegative() }).nullable(),
  recheck: z
    .object({
      at: z.string(),
      cleared: z.number().int().nonnegative(),
      stayed: z.number().int().nonnegative(),
      appeared: z.number().int().nonnegative(),
    })
    .nullable(),
  undone: z.number().int().nonnegative(),
});
export type WorkSummary = z.infer<typeof workSummarySchema>;

export function summariseWork(id: string, work: SnapshotWork): WorkSummary {
  const { choices, applied, recheck, undone } = work;
  return {
    id,
    accepted: choices.accepted?.length ?? 0,
    set: Object.keys(choices.set).length,
    applied: applied === null ? null : { at: applied.at, settings: applied.outcome.settings.length },
    recheck:
      recheck === null
        ? null
        : {
            at: recheck.at,
            cleared: recheck.recheck.cleared.length,
            stayed: recheck.recheck.stayed.length,
            appeared: recheck.recheck.appeared.length,
          },
    undone: undone.length,
  };
}
