import { z } from 'zod';
import { declaredHostSchema, profileNameLimit } from '../connection';
import { mostHours } from '../history';
import {
  metricsSecretsSchema,
  metricsSourceSchema,
  savedStoreSchema,
  storeLoadSchema,
  storeServerSchema,
} from '../metrics-store';
import { snapshotSummarySchema } from '../snapshot';
import { call, nothing, snapshotRef } from './call';

const moment = z.iso.datetime();

const storeRequest = z.object({
  source: metricsSourceSchema,
  secrets: metricsSecretsSchema,
  /** ISO 8601, UTC. */
  from: moment,
  to: moment,
});

/** A server by its name in the store, the host in it, or one of its labels (`service_id=...`). */
const serverRequest = storeRequest.extend({ server: z.string().min(1).max(1000) });

export const storeSnapshotRequestSchema = serverRequest.extend({
  declaredHost: declaredHostSchema,
  /** The snapshot carries so many hours before its end along. */
  historyHours: z.number().int().min(1).max(mostHours).optional(),
});

/** Stores of metrics: the servers that they know, and snapshots of what they hold. */
export const metricsContract = {
  'metrics.servers': call({
    by: 'engine',
    job: true,
    input: storeRequest,
    output: z.object({
      /** The store's address, without user. */
      where: z.string(),
      servers: z.array(storeServerSchema),
      remarks: z.array(z.string()),
    }),
  }),
  /** Statements per second over a span, in at most 600 steps. */
  'metrics.load': call({ by: 'engine', job: true, input: serverRequest, output: storeLoadSchema }),
  'metrics.snapshot': call({
    by: 'engine',
    job: true,
    input: storeSnapshotRequestSchema,
    output: snapshotSummarySchema,
  }),
  /** Stores that were saved, the most recently used first. */
  'metrics.stores': call({ by: 'engine', job: false, input: nothing, output: z.array(savedStoreSchema) }),
  /** Saves a store under its name, or changes the one that has it. */
  'metrics.saveStore': call({
    by: 'engine',
    job: false,
    input: z.object({ name: z.string().min(1).max(profileNameLimit), source: metricsSourceSchema }),
    output: savedStoreSchema,
  }),
  'metrics.forgetStore': call({ by: 'engine', job: false, input: snapshotRef, output: nothing }),
} as const;
