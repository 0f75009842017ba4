import { z } from 'zod';
import { severitySchema } from './analysis';

export const fleetDiffSchemaName = 'latchkey/fleet-diff/1';

const diffFindingSchema = z.object({ ruleId: z.string(), title: z.string(), severity: severitySchema });

const diffSettingSchema = z.object({
  variable: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Whether the plan of the snapshot before asked for this very value. */
  planned: z.boolean(),
  /** Findings that the plan meant it for and that are resolved. */
  resolved: z.array(z.string()),
});
export type DiffSetting = z.infer<typeof diffSettingSchema>;

const serverDiffSchema = z.object({
  server: z.string(),
  /** When both snapshots were taken: whatever happened did so between them. */
  from: z.string(),
  to: z.string(),
  /** Null: it names the same, whatever its figures. */
  headline: z.object({ before: z.string(), after: z.string() }).nullable(),
  appeared: z.array(diffFindingSchema),
  resolved: z.array(diffFindingSchema),
  /** Found before, and could not be checked or is muted now. */
  unknown: z.array(diffFindingSchema),
  settings: z.array(diffSettingSchema),
  /** What changes of settings between the two did, with intervals, by the history that the later one carries. */
  effects: z.array(z.object({ at: z.string(), planned: z.boolean(), text: z.string() })),
  /** Where it is another one by now. */
  version: z.object({ before: z.string(), after: z.string() }).nullable(),
});
export type ServerDiff = z.infer<typeof serverDiffSchema>;

/** What changed on each server between its last snapshot and the one before. */
export const fleetDiffSchema = z.object({
  schema: z.literal(fleetDiffSchemaName),
  source: z.string(),
  /** Servers on which nothing changed are left out. */
  servers: z.array(serverDiffSchema),
  /** How many servers were compared. */
  compared: z.number().int(),
  /** Servers with one snapshot only. */
  single: z.array(z.string()),
});
export type FleetDiff = z.infer<typeof fleetDiffSchema>;
