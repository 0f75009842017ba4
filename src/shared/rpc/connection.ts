import { z } from 'zod';
import {
  connectionSecretsSchema,
  connectionTargetSchema,
  declaredHostSchema,
  profileColourSchema,
  profileGroupLimit,
  profileNameLimit,
} from '../connection';
import { grantsInputSchema, grantsSchema } from '../grants';
import { serverIdentitySchema } from '../server';
import { transportSchema } from '../transport';
import { call, nothing, snapshotRef } from './call';

export const connectRequestSchema = z.object({
  target: connectionTargetSchema,
  secrets: connectionSecretsSchema,
});
export type ConnectRequest = z.infer<typeof connectRequestSchema>;

export const connectionReportSchema = z.object({
  server: serverIdentitySchema,
  tls: z.string().nullable(),
  transport: transportSchema,
  /** Privileges that collectors want and the account lacks, with the statement that adds each. */
  missing: z.array(z.object({ privilege: z.string(), enables: z.string(), grant: z.string() })),
  remarks: z.array(z.string()),
});
export type ConnectionReport = z.infer<typeof connectionReportSchema>;

export const profileSchema = z.object({
  id: z.string(),
  name: z.string(),
  target: connectionTargetSchema,
  declaredHost: declaredHostSchema,
  /** Heading under which it is listed; empty: none. */
  group: z.string(),
  colour: profileColourSchema,
  lastUsedAt: z.string(),
});
export type Profile = z.infer<typeof profileSchema>;

const profileAddressLimit = 10_000;

/**
 * A profile as it is given to be saved. With the id of one that exists it changes that one, else the one of its name. What
 * was saved before is read as it is, however long.
 */
export const newProfileSchema = profileSchema.omit({ lastUsedAt: true }).extend({
  id: z.string().max(64).optional(),
  group: z.string().max(profileGroupLimit, `a group has at most ${profileGroupLimit} characters`).optional(),
  colour: profileColourSchema.optional(),
  name: z.string().max(profileNameLimit, `a name has at most ${profileNameLimit} characters`),
  target: connectionTargetSchema.refine(
    (target) => JSON.stringify(target).length <= profileAddressLimit,
    `an address has at most ${profileAddressLimit} characters`,
  ),
});

export const connectionContract = {
  'connection.test': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema,
    output: connectionReportSchema,
  }),
  /** What `mysql://user@host:port/?ssl-mode=...` names; a password in it is refused and not repeated. */
  'connection.parseUrl': call({
    by: 'engine',
    job: false,
    input: z.object({ url: z.string() }),
    output: connectionTargetSchema,
  }),
  'profiles.list': call({ by: 'engine', job: false, input: nothing, output: z.array(profileSchema) }),
  'profiles.save': call({
    by: 'engine',
    job: false,
    input: newProfileSchema,
    output: profileSchema,
  }),
  'profiles.delete': call({ by: 'engine', job: false, input: snapshotRef, output: nothing }),
  'grants.script': call({ by: 'engine', job: false, input: grantsInputSchema, output: grantsSchema }),
} as const;
