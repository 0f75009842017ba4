import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { fleetSchema } from '../fleet';
import { fleetDiffSchema } from '../fleet-diff';
import { call } from './call';

const name = z.string().max(1_000);

export const readFleetRequestSchema = z.object({
  /** A folder of snapshots, or a single one. */
  path: pathSchema('read'),
  /** What servers are compared with: the name of one, or a snapshot beside them. */
  baseline: name.optional(),
  /** Variables that are not compared: names, or patterns with `*`. */
  ignore: z.array(name).max(1_000).optional(),
  /** Only servers with these labels. */
  where: z.record(name, name).optional(),
});
export type ReadFleetRequest = z.infer<typeof readFleetRequestSchema>;

export const fleetContract = {
  /** Judges many snapshots at once; those that were judged before by the same rules are not read again. */
  'fleet.read': call({ by: 'engine', job: true, input: readFleetRequestSchema, output: fleetSchema }),
  /** What changed on each server between its last snapshot and the one before. */
  'fleet.diff': call({
    by: 'engine',
    job: true,
    input: readFleetRequestSchema.omit({ baseline: true, ignore: true }).extend({
      /** ISO 8601: compared with the last snapshot until then; absent: with the one before the last. */
      since: name.optional(),
    }),
    output: fleetDiffSchema,
  }),
} as const;
