import { z } from 'zod';
import { errorDocumentSchema } from '../base/error';
import { pathSchema } from '../base/path-argument';
import { connectionSecretsSchema, connectionTargetSchema, declaredHostSchema } from '../connection';
import { fleetSchema, labelsSchema } from '../fleet';
import { fleetDiffSchema } from '../fleet-diff';
import { fleetFormatSchema } from '../fleet-formats';
import { inventorySchema } from '../fleet-inventory';
import { fleetRoundSchema } from '../fleet-rounds';
import { mostHours } from '../history';
import { metricsSecretsSchema, metricsSourceSchema } from '../metrics-store';
import { planFormatSchema } from '../plan';
import { call } from './call';

const name = z.string().max(1_000);

const readFleetRequestSchema = z.object({
  /** A folder of snapshots, a single one, or an inventory. */
  path: pathSchema('read'),
  /** The server that the others are compared with. */
  baseline: name.optional(),
  /** A snapshot beside them that they are compared with. */
  baselineFile: pathSchema('read').optional(),
  /** Variables that are not compared: names, or patterns with `*`. */
  ignore: z.array(name).max(1_000).optional(),
  /** Only servers with these labels. */
  where: z.record(name, name).optional(),
  /** What was found by other rules, locks or mutes is taken as it is where the file did not change. */
  asJudged: z.boolean().optional(),
});
export type ReadFleetRequest = z.infer<typeof readFleetRequestSchema>;

const fleetSnapshotRequestSchema = z.object({
  /** Gets one folder a server, and the list of rounds. */
  folder: pathSchema('write'),
  servers: z
    .array(
      z.object({
        name,
        labels: labelsSchema,
        target: connectionTargetSchema,
        secrets: connectionSecretsSchema,
        declaredHost: declaredHostSchema,
        /** The metrics store that is read for it. */
        store: z
          .object({
            source: metricsSourceSchema,
            secrets: metricsSecretsSchema,
            server: name,
            /** Hours that the snapshot carries along. */
            hours: z.number().int().min(1).max(mostHours).nullable(),
            /** The snapshot itself is made of what the store holds; the server is not connected to. */
            isSource: z.boolean(),
          })
          .optional(),
        /** Why it is not connected to; absent: it is. */
        problem: errorDocumentSchema.optional(),
      }),
    )
    .min(1)
    .max(10_000),
  ignore: z.array(name).max(1_000),
  baseline: name.nullable(),
  windowSeconds: z.number().min(0).max(3_600),
  intervalMs: z.number().int().min(100).max(60_000),
  /** Span up to now of servers that are read from a metrics store. */
  storeHours: z.number().int().min(1).max(mostHours),
  /** Servers at a time. */
  concurrency: z.number().int().min(1).max(64),
  /** Of one server, with connecting. */
  timeLimitSeconds: z.number().min(1).max(86_400),
  /** Takes only what the last round lacks. */
  resume: z.boolean(),
});
export type FleetSnapshotRequest = z.infer<typeof fleetSnapshotRequestSchema>;

export const fleetContract = {
  /** Judges many snapshots at once; those that were judged before by the same rules are not read again. */
  'fleet.read': call({ by: 'engine', job: true, input: readFleetRequestSchema, output: fleetSchema }),
  /** What changed on each server between its last snapshot and the one before. */
  'fleet.diff': call({
    by: 'engine',
    job: true,
    input: readFleetRequestSchema.omit({ baseline: true, baselineFile: true, ignore: true }).extend({
      /** ISO 8601: compared with the last snapshot until then; absent: with the one before the last. */
      since: name.optional(),
    }),
    output: fleetDiffSchema,
  }),
  /** The servers of an inventory, and how each is reached; nothing is connected to. */
  'fleet.inventory': call({
    by: 'engine',
    job: false,
    input: z.object({ path: pathSchema('read') }),
    output: inventorySchema,
  }),
  /** Takes a snapshot of each server. One that fails is no failure of the call. */
  'fleet.snapshot': call({
    by: 'engine',
    job: true,
    input: fleetSnapshotRequestSchema,
    output: fleetRoundSchema,
  }),
  'fleet.save': call({
    by: 'engine',
    job: true,
    input: z.object({ fleet: readFleetRequestSchema, format: fleetFormatSchema, path: pathSchema('write') }),
    output: z.object({ path: z.string() }),
  }),
  /** Writes the plan of each group, or of each of its servers where the format is of one server, into a folder. */
  'fleet.savePlans': call({
    by: 'engine',
    job: true,
    input: readFleetRequestSchema.extend({
      format: planFormatSchema,
      /** Only this one. */
      group: name.optional(),
      folder: pathSchema('write'),
    }),
    output: z.object({ files: z.array(z.string()), remarks: z.array(z.string()) }),
  }),
} as const;
