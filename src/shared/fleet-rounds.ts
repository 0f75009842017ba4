import { z } from 'zod';
import { errorDocumentSchema } from './base/error';
import { labelsSchema } from './fleet';

export const fleetRoundsSchemaName = 'latchkey/fleet-rounds/1';

const roundServerSchema = z.object({
  name: z.string(),
  /** `partial`: the snapshot was cut short, and what was gathered is kept. `waiting`: its turn has not come. */
  outcome: z.enum(['waiting', 'taken', 'partial', 'failed', 'cancelled']),
  /** Path of the snapshot below the folder. */
  file: z.string().optional(),
  error: errorDocumentSchema.optional(),
});
export type RoundServer = z.infer<typeof roundServerSchema>;

export const fleetRoundSchema = z.object({
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  servers: z.array(roundServerSchema),
});
export type FleetRound = z.infer<typeof fleetRoundSchema>;

/** What `latchkey fleet snapshot` keeps in the folder beside the snapshots. Holds no connection and no secret. */
export const fleetRoundsSchema = z.object({
  schema: z.literal(fleetRoundsSchemaName),
  /** As the inventory had them at the last round. */
  servers: z.array(z.object({ name: z.string(), labels: labelsSchema })),
  ignore: z.array(z.string()),
  baseline: z.string().nullable(),
  /** The last ones, the oldest first. */
  rounds: z.array(fleetRoundSchema),
});
export type FleetRounds = z.infer<typeof fleetRoundsSchema>;

export const fleetRoundDocumentName = 'latchkey/fleet-round/1';

/** One round as `latchkey fleet snapshot --json` prints it. */
export const fleetRoundDocumentSchema = fleetRoundSchema.extend({
  schema: z.literal(fleetRoundDocumentName),
  folder: z.string(),
});
