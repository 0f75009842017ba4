import { z } from 'zod';
import { pathSchema } from './base/path-argument';

/** Labels of a series, or those that a selector asks for. */
export const labelsSchema = z.record(z.string(), z.string());
export type Labels = z.infer<typeof labelsSchema>;

const labelName = /^[A-Za-z_]\w{0,199}$/;
const wantedLabels = labelsSchema.refine(
  (labels) =>
    Object.keys(labels).length <= 20 &&
    Object.entries(labels).every(([name, value]) => labelName.test(name) && value.length <= 1000),
  'at most 20 labels, each a name of letters, digits and _ with a value',
);

/** Others may hold secrets that are not the store's. */
const tokenVariables = /^LATCHKEY_[A-Z0-9_]+$/;

/**
 * A store of metrics that speaks the query API of Prometheus. Never holds a secret: those travel beside it, in
 * `MetricsSecrets`.
 */
export const metricsSourceSchema = z.object({
  /** http:// or https://, prometheus:// (http) or prometheus+https://, with the path that stands before /api/v1. */
  url: z.string().min(1).max(2000),
  /** User of basic authentication; the password is a secret. */
  user: z.string().min(1).max(200).optional(),
  /** CA file in PEM form, instead of those that the system trusts. */
  caFile: pathSchema('use', { typed: true }).optional(),
  /** Asked for in every query: one tenant, one cluster of a store that has many. */
  labels: wantedLabels.optional(),
  /** Header X-Scope-OrgID: the tenant of Mimir, Cortex and Loki. */
  tenant: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'a tenant has no spaces')
    .optional(),
  /** Names of metrics of the user's own beside the known ones. */
  mappingFile: pathSchema('use', { typed: true }).optional(),
  /** A file that holds the bearer token. */
  tokenFile: pathSchema('use', { typed: true, password: true }).optional(),
  /** Environment variable that holds the bearer token. */
  tokenVariable: z
    .string()
    .max(200)
    .regex(tokenVariables, 'the variable of a token begins with LATCHKEY_')
    .meta({ pathIntent: 'variable', pathTyped: true, pathPassword: true })
    .optional(),
});
export type MetricsSource = z.infer<typeof metricsSourceSchema>;

export const metricsSecretsSchema = z.object({
  /** Bearer token. */
  token: z.string().max(20_000).optional(),
  /** Password of basic authentication. */
  password: z.string().max(20_000).optional(),
  /** The window asks main to add what the keychain holds for this saved store; it goes no further than main. */
  saved: z.string().max(64).optional(),
});
export type MetricsSecrets = z.infer<typeof metricsSecretsSchema>;

/** A store that the user saved. Holds no secret. */
export const savedStoreSchema = z.object({
  id: z.string(),
  name: z.string(),
  source: metricsSourceSchema,
  lastUsedAt: z.string(),
});
export type SavedStore = z.infer<typeof savedStoreSchema>;

/** A server that a store knows. Texts are the store's own, shortened. */
export const storeServerSchema = z.object({
  /** By what people name it: `service_name` of PMM, else `instance`. */
  name: z.string(),
  /** The labels that all its series have. */
  labels: labelsSchema,
  /** Naming of its series: `mysqld_exporter`, `pmm`. */
  dialect: z.string(),
  /** As the server states them, the last one last; none: not exported. */
  versions: z.array(z.string()),
  /** Saved connections that may be the same server. `sure`: by host and port, or by UUID; else by host or name alone. */
  connections: z.array(z.object({ id: z.string(), name: z.string(), sure: z.boolean() })),
});
export type StoreServer = z.infer<typeof storeServerSchema>;

/** What the store holds of one span, for a chart on which a span is picked. */
export const storeLoadSchema = z.object({
  /** ISO 8601, UTC: the first and the last end of a step that reach over the span. */
  from: z.string(),
  to: z.string(),
  stepMs: z.number().int().positive(),
  /** Statements per second, a mean for each step; null: the store has nothing there. */
  statements: z.array(z.number().nullable()),
});
export type StoreLoad = z.infer<typeof storeLoadSchema>;
