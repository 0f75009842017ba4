import { z } from 'zod';
import { ruleExplanationSchema } from '../rules/rule-explanation';
import { ruleCheckSchema, ruleSummarySchema } from '../rules/rule-list';
import { call, nothing } from './call';

export const rulesContract = {
  /** Every rule, and the folder for rules of one's own. */
  'rules.list': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: z.object({ rules: z.array(ruleSummarySchema), ownFolder: z.string() }),
  }),
  /** Whether every rule is valid and its examples turn out as their files say. */
  'rules.check': call({ by: 'engine', job: false, input: nothing, output: ruleCheckSchema }),
  /** A rule explained; with a snapshot also why it fired there, or why not. */
  'rules.explain': call({
    by: 'engine',
    job: false,
    input: z.object({ ruleId: z.string(), snapshotId: z.string().optional() }),
    output: ruleExplanationSchema,
  }),
} as const;
