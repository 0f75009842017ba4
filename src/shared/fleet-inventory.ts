import { z } from 'zod';
import { errorDocumentSchema } from './base/error';
import { pathSchema } from './base/path-argument';
import { connectionTargetSchema, declaredHostSchema, sslModeSchema, storageKindSchema } from './connection';
import { labelsSchema } from './fleet';
import { metricsSourceSchema } from './metrics-store';
import { fileNamePart } from './writers/file-name';

export const inventorySchemaName = 'latchkey/inventory/1';

/** Servers of one fleet; more than any that one machine takes snapshots of. */
export const mostServers = 10_000;

const text = z.string().min(1).max(1_000);
const size = z.union([z.number(), z.string().regex(/^\d+(?:\.\d+)?\s*[KMGTPE]?i?B?$/i)]);

/** As the flags of `latchkey snapshot` are named. */
const connectionSchema = z.strictObject({
  /** Name of a connection that is saved in Latchkey; the others are then left out. */
  saved: text.optional(),
  url: text.optional(),
  host: text.optional(),
  port: z.number().int().min(1).max(65_535).optional(),
  socket: text.optional(),
  user: text.optional(),
  'ssl-mode': sslModeSchema.optional(),
  'ssl-ca': text.optional(),
  'ssl-cert': text.optional(),
  'ssl-key': text.optional(),
  'server-public-key-path': text.optional(),
  'get-server-public-key': z.boolean().optional(),
  'defaults-file': text.optional(),
  'defaults-group-suffix': text.optional(),
  'login-path': text.optional(),
  ssh: text.optional(),
  'ssh-key': text.optional(),
  'ssh-known-hosts': text.optional(),
});
export type InventoryConnection = z.infer<typeof connectionSchema>;

/**
 * Where a password comes from. Other variables of the environment hold other secrets, which an inventory of someone else
 * could send to a server of theirs: only those that are made for Latchkey count.
 */
const passwordSchema = z.strictObject({
  env: z
    .string()
    .regex(
      /^(LATCHKEY_[A-Z0-9_]+|MYSQL_PWD)$/,
      'the environment variable has to be MYSQL_PWD, or begin with LATCHKEY_ (A-Z, 0-9 and _)',
    ),
});

const tokenSchema = z.strictObject({
  env: z.string().regex(/^LATCHKEY_[A-Z0-9_]+$/, 'the environment variable has to begin with LATCHKEY_'),
});

/** A metrics store, and what of it is one server. */
const historySchema = z.strictObject({
  /** As `--from` of `latchkey snapshot`. */
  url: text.optional(),
  /** Name of the server in the store; the same as here unless stated. */
  server: text.optional(),
  /** Weeks before each snapshot that it carries along: `14d`. */
  carry: z
    .string()
    .regex(/^\d{1,4}[hdw]$/, 'hours, days or weeks, such as 14d')
    .optional(),
  user: text.optional(),
  ca: text.optional(),
  tenant: text.optional(),
  labels: z.record(z.string().max(200), z.string().max(1_000)).optional(),
  mapping: text.optional(),
  'token-file': text.optional(),
  token: tokenSchema.optional(),
  password: passwordSchema.optional(),
});
export type InventoryHistory = z.infer<typeof historySchema>;

const hostSchema = z.strictObject({
  ram: size.optional(),
  cpus: z.number().int().optional(),
  storage: storageKindSchema.optional(),
  iops: z.number().optional(),
  'data-size': size.optional(),
});

const labels = z.record(
  z.string().min(1).max(100),
  z.union([z.string().max(1_000), z.number(), z.boolean()]),
);

const serverSchema = z.strictObject({
  name: z
    .string()
    .max(100)
    .refine((name) => name !== '' && fileNamePart(name) === name, {
      error:
        'a name becomes that of a folder: letters, digits, ".", "_", "-" and "@" only, and none of "." and "-" at its ends',
    }),
  labels: labels.optional(),
  connection: connectionSchema.optional(),
  password: passwordSchema.optional(),
  'ssh-password': passwordSchema.optional(),
  host: hostSchema.optional(),
  /** Without a connection the server is read from the store; with one, its snapshots carry the weeks before them along. */
  history: historySchema.optional(),
  /** A folder of snapshots, or one, that others take. */
  snapshots: text.optional(),
});

/** An inventory as it is written. */
export const inventoryFileSchema = z.strictObject({
  schema: z.literal(inventorySchemaName).optional(),
  /** Where `latchkey fleet snapshot` puts the snapshots, one folder a server. */
  folder: text.optional(),
  defaults: z
    .strictObject({
      labels: labels.optional(),
      connection: connectionSchema.optional(),
      password: passwordSchema.optional(),
      'ssh-password': passwordSchema.optional(),
      history: historySchema.omit({ server: true }).optional(),
    })
    .optional(),
  drift: z
    .strictObject({ ignore: z.array(text).max(1_000).optional(), baseline: text.optional() })
    .optional(),
  servers: z.array(serverSchema).min(1).max(mostServers),
});
export type InventoryFile = z.infer<typeof inventoryFileSchema>;

/** A server of an inventory, with paths in full and what the defaults add. */
const inventoryServerSchema = z.object({
  name: z.string(),
  labels: labelsSchema,
  /** Null: it is not connected to; `snapshots` are read. */
  target: connectionTargetSchema.nullable(),
  /** Id of the saved connection that the target is from: the keychain may hold its password. */
  profileId: z.string().nullable(),
  /** Environment variables that hold passwords. */
  passwordEnv: z.string().nullable(),
  sshPasswordEnv: z.string().nullable(),
  declaredHost: declaredHostSchema,
  /** Null: no metrics store is read for it. */
  history: z
    .object({
      source: metricsSourceSchema,
      server: z.string(),
      /** Hours that its snapshots carry along. */
      hours: z.number().int().nullable(),
      /** Environment variables that hold the secret. */
      tokenEnv: z.string().nullable(),
      passwordEnv: z.string().nullable(),
    })
    .nullable(),
  snapshots: pathSchema('read').nullable(),
  /** Why it cannot be connected to. */
  problem: errorDocumentSchema.optional(),
});
export type InventoryServer = z.infer<typeof inventoryServerSchema>;

export const inventorySchema = z.object({
  path: z.string(),
  folder: pathSchema('read').nullable(),
  ignore: z.array(z.string()),
  baseline: z.string().nullable(),
  servers: z.array(inventoryServerSchema),
});
export type Inventory = z.infer<typeof inventorySchema>;
