import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { metricsSecretsSchema, metricsSourceSchema } from '../metrics-store';
import { call, nothing } from './call';
import { connectRequestSchema } from './connection';

const profileRef = { profileId: z.string().max(64) };
const storeSecrets = z.object({ source: metricsSourceSchema, secrets: metricsSecretsSchema });
const fileFilter = z.object({ name: z.string(), extensions: z.array(z.string()) });

export const windowContract = {
  /** Whether the system keeps passwords for Latchkey, else why not, and for which profiles it does. */
  'secrets.list': call({
    by: 'main',
    job: false,
    input: nothing,
    output: z.object({ unavailable: z.string().nullable(), profiles: z.array(z.string()) }),
  }),
  /** Keeps the passwords of a profile, or of a metrics store, in the keychain; they can only be used for this very target. */
  'secrets.save': call({
    by: 'main',
    job: false,
    input: z.union([connectRequestSchema.extend(profileRef), storeSecrets.extend(profileRef)]),
    output: nothing,
  }),
  'secrets.forget': call({
    by: 'main',
    job: false,
    input: z.object({ profileId: z.string().max(64) }),
    output: z.object({ removed: z.boolean() }),
  }),
  /** A further window, with a page and a snapshot of its own. */
  'window.open': call({ by: 'main', job: false, input: nothing, output: nothing }),
  'dialog.open': call({
    by: 'main',
    job: false,
    /** `folder`: a folder is chosen, not a file. */
    input: z.object({ title: z.string(), filters: z.array(fileFilter), folder: z.boolean().optional() }),
    output: z.object({ path: z.string().nullable() }),
  }),
  'dialog.save': call({
    by: 'main',
    job: false,
    input: z.object({ title: z.string(), defaultName: z.string(), filters: z.array(fileFilter) }),
    output: z.object({ path: z.string().nullable() }),
  }),
  'clipboard.write': call({ by: 'main', job: false, input: z.object({ text: z.string() }), output: nothing }),
  'shell.showFile': call({
    by: 'main',
    job: false,
    input: z.object({ path: pathSchema('show') }),
    output: nothing,
  }),
} as const;
