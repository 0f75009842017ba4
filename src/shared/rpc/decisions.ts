import { z } from 'zod';
import { decisionsSchema, lockSchema, muteSchema } from '../decisions';
import { call, nothing } from './call';

export const decisionsContract = {
  /** Locks hold for every plan, in the app and on the command line. */
  'plan.locks.list': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: decisionsSchema.pick({ locks: true, damaged: true }),
  }),
  'plan.locks.add': call({
    by: 'engine',
    job: false,
    input: z.object({ variable: z.string(), reason: z.string().optional() }),
    output: lockSchema,
  }),
  'plan.locks.remove': call({
    by: 'engine',
    job: false,
    input: z.object({ variable: z.string() }),
    output: z.object({ removed: z.boolean() }),
  }),
  /** A muted finding is reported in `muted` of every analysis, with its reason, and in nothing else. */
  'findings.mute.list': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: decisionsSchema.pick({ mutes: true, damaged: true }),
  }),
  'findings.mute.add': call({
    by: 'engine',
    job: false,
    input: z.object({ ruleId: z.string(), reason: z.string().trim().min(1) }),
    output: muteSchema,
  }),
  'findings.mute.remove': call({
    by: 'engine',
    job: false,
    input: z.object({ ruleId: z.string() }),
    output: z.object({ removed: z.boolean() }),
  }),
  /** Whether snapshots explain statements, here and on the command line. */
  'explaining.get': call({ by: 'engine', job: false, input: nothing, output: z.object({ on: z.boolean() }) }),
  'explaining.set': call({
    by: 'engine',
    job: false,
    input: z.object({ on: z.boolean() }),
    output: z.object({ on: z.boolean() }),
  }),
} as const;
