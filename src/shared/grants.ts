import { z } from 'zod';
import { flavourSchema, versionTripleSchema } from './server';

/** What an account may be asked to do beyond reading: see plans of statements, deep mode, changing settings. */
export const grantPurposes = ['explain', 'deep', 'apply'] as const;
export type GrantPurpose = (typeof grantPurposes)[number];

export const grantsInputSchema = z.strictObject({
  flavour: flavourSchema,
  version: versionTripleSchema,
  user: z.string().min(1).max(80),
  /** From where it connects, as in an account name: `localhost`, `10.0.0.%`. */
  host: z.string().min(1).max(255),
  purposes: z.array(z.enum(grantPurposes)),
});
export type GrantsInput = z.infer<typeof grantsInputSchema>;

export const grantsSchema = z.object({
  schema: z.literal('latchkey/grants/1'),
  input: grantsInputSchema,
  /** Statements to be sent in this order, each with what it is for. The first one makes the account. */
  statements: z.array(z.object({ sql: z.string(), enables: z.string() })),
  /** What is to be filled in or cannot be known here. */
  remarks: z.array(z.string()),
});
export type GrantScript = z.infer<typeof grantsSchema>;
