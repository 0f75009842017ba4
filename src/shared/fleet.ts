import { z } from 'zod';
import {
  areaSchema,
  headlineSchema,
  severitySchema,
  standingSchema,
  unitSchema,
  valueSchema,
} from './analysis';
import { errorDocumentSchema } from './base/error';
import { pathSchema } from './base/path-argument';
import { serverIdentitySchema } from './server';

export const fleetSchemaName = 'latchkey/fleet/1';

/** Labels of a server by name, such as `role`, `team`, `environment`, `hosting`. Servers are compared within a role. */
export const labelsSchema = z.record(z.string(), z.string());
export type Labels = z.infer<typeof labelsSchema>;

/** One finding of one snapshot, as much of it as a fleet shows. */
const entryFindingSchema = z.object({
  ruleId: z.string(),
  title: z.string(),
  area: areaSchema,
  severity: severitySchema,
  standing: standingSchema,
  /** Whether another finding of the snapshot is its cause. */
  explained: z.boolean(),
  share: z.number().min(0).nullable(),
  impact: z.string(),
});
export type EntryFinding = z.infer<typeof entryFindingSchema>;

/** A change of the snapshot's own plan. Values as the server stores and prints them. */
const entryChangeSchema = z.object({
  variable: z.string(),
  from: z.string(),
  to: z.string(),
  when: z.enum(['now', 'restart']),
  why: z.array(z.string()),
});

/** From where a replica receives its binary log. */
const replicationSourceSchema = z.object({
  channel: z.string(),
  host: z.string(),
  port: z.string(),
  uuid: z.string(),
  serverId: z.string(),
});

export const settingAtRestartSchema = z.object({
  variable: z.string(),
  runs: z.string(),
  /** What the next start reads; null: it is set in no file. */
  next: z.string().nullable(),
});
export type SettingAtRestart = z.infer<typeof settingAtRestartSchema>;

/** What the index keeps of one judged snapshot. */
export const fleetEntrySchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  complete: z.boolean(),
  windowSeconds: z.number().nullable(),
  target: z.string(),
  server: serverIdentitySchema.pick({
    flavour: true,
    version: true,
    versionText: true,
    hosting: true,
    serverKey: true,
  }),
  headline: headlineSchema,
  findings: z.array(entryFindingSchema),
  /** Rules that lacked an input, and those whose finding the user has muted. */
  notChecked: z.array(z.string()),
  muted: z.array(z.string()),
  changes: z.array(entryChangeSchema),
  /** What settings that changed did, by the history that the snapshot carries; absent: it carries none. */
  effects: z.array(z.object({ at: z.string(), variables: z.array(z.string()), text: z.string() })).optional(),
  /** Plugins that were loaded from a library, and components, each with version and state. */
  plugins: z.array(z.object({ name: z.string(), state: z.string() })),
  /** Variables that somebody set, by the origin that the server states; null: it states none. */
  set: z.array(z.string()).nullable(),
  /** Settings that the next start takes otherwise; null: the server does not report where its values come from. */
  atRestart: z.array(settingAtRestartSchema).nullable(),
  replication: z.object({
    serverId: z.string(),
    uuid: z.string(),
    host: z.string(),
    port: z.string(),
    sources: z.array(replicationSourceSchema),
  }),
});
export type FleetEntry = z.infer<typeof fleetEntrySchema>;

/** Server variables by name, as the server prints them. A map: names come from servers, and `constructor` is none of ours. */
export type FleetSettings = ReadonlyMap<string, string>;

const fleetServerSchema = z.object({
  name: z.string(),
  labels: labelsSchema,
  /** The newest that can be read; null: there is none. */
  snapshot: z
    .object({
      id: z.string(),
      path: pathSchema('read'),
      createdAt: z.string(),
      complete: z.boolean(),
      windowSeconds: z.number().nullable(),
    })
    .nullable(),
  /** As `SELECT VERSION()` gives it, after the name of the flavour; '' without a snapshot. */
  version: z.string(),
  hosting: z.string(),
  headline: headlineSchema.nullable(),
  counts: z.object({
    critical: z.number().int(),
    warning: z.number().int(),
    notice: z.number().int(),
  }),
  /** How many snapshots of it could be judged. */
  snapshots: z.number().int(),
  /** Why the last round has no snapshot of it; absent: it has one, or there was no round. */
  error: errorDocumentSchema.optional(),
});
export type FleetServer = z.infer<typeof fleetServerSchema>;

const fleetCellSchema = z.object({
  server: z.string(),
  severity: severitySchema,
  standing: standingSchema,
  explained: z.boolean(),
  share: z.number().min(0).nullable(),
  impact: z.string(),
  /** When the first of the snapshots that have it without a break was taken. */
  since: z.string(),
});
export type FleetCell = z.infer<typeof fleetCellSchema>;

const fleetFindingSchema = z.object({
  ruleId: z.string(),
  title: z.string(),
  area: areaSchema,
  /** As grave as it is on any server. */
  severity: severitySchema,
  /** By the name of the server. */
  cells: z.array(fleetCellSchema),
});
export type FleetFinding = z.infer<typeof fleetFindingSchema>;

const servers = z.array(z.string());

const driftSettingSchema = z.object({
  variable: z.string(),
  unit: unitSchema,
  /** The value that the others are compared with; null: no value is that of most servers. */
  expected: z.string().nullable(),
  /** Every value with the servers that have it, all of one family (MariaDB, or MySQL and Percona Server), the expected one first, then the most frequent. */
  values: z.array(z.object({ value: z.string(), shown: valueSchema, isDefault: z.boolean(), servers })),
});
export type DriftSetting = z.infer<typeof driftSettingSchema>;

const driftGroupSchema = z.object({
  /** The label `role`; null: servers without one. */
  role: z.string().nullable(),
  servers,
  settings: z.array(driftSettingSchema),
  /** More than one: the servers of the role do not run the same version. */
  versions: z.array(z.object({ version: z.string(), servers })),
  plugins: z.array(
    z.object({ plugin: z.string(), values: z.array(z.object({ value: z.string(), servers })) }),
  ),
});
export type DriftGroup = z.infer<typeof driftGroupSchema>;

const driftPairSchema = z.object({
  replica: z.string(),
  source: z.string(),
  channel: z.string(),
  settings: z.array(
    z.object({ variable: z.string(), unit: unitSchema, source: valueSchema, replica: valueSchema }),
  ),
  /** Both versions, where they differ. */
  versions: z.object({ source: z.string(), replica: z.string() }).nullable(),
});
export type DriftPair = z.infer<typeof driftPairSchema>;

export const driftSchema = z.object({
  /** What the servers are compared with, where it was pinned; null: with what most of them have. */
  baseline: z.string().nullable(),
  groups: z.array(driftGroupSchema),
  pairs: z.array(driftPairSchema),
  /** Replicas whose source is no server of this fleet. */
  outside: z.array(z.object({ replica: z.string(), source: z.string() })),
  /** Servers on which settings differ from what the next start reads. */
  files: z.array(z.object({ server: z.string(), settings: z.array(settingAtRestartSchema) })),
  /** Variables that were ignored at the user's word. */
  ignored: z.array(z.string()),
});
export type Drift = z.infer<typeof driftSchema>;

/** Servers that get the same plan. */
const planGroupSchema = z.object({
  id: z.string(),
  servers,
  /** What they have in common beside the plan, such as `MySQL 8.0, self-managed`. */
  kind: z.string(),
  changes: z.array(
    z.object({
      variable: z.string(),
      to: z.string(),
      when: z.enum(['now', 'restart']),
      /** Present values, each once. */
      from: z.array(z.string()),
      why: z.array(z.string()),
    }),
  ),
});
export type PlanGroup = z.infer<typeof planGroupSchema>;

export const fleetSchema = z.object({
  schema: z.literal(fleetSchemaName),
  /** The folder or inventory that was read. */
  source: z.string(),
  /** ISO 8601, UTC; ages are reckoned from it. */
  madeAt: z.string(),
  servers: z.array(fleetServerSchema),
  /** The gravest and most frequent first. */
  findings: z.array(fleetFindingSchema),
  drift: driftSchema,
  groups: z.array(planGroupSchema),
  /** Files whose findings are those of other rules, locks or mutes; absent: none. */
  outdated: z.number().int().positive().optional(),
  /** Files that are no snapshot, or could not be judged. */
  problems: z.array(z.object({ path: z.string(), error: errorDocumentSchema })),
});
export type Fleet = z.infer<typeof fleetSchema>;
