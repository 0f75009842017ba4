import { z } from 'zod';
import { progressSchema } from '../progress';
import { rpcReplySchema, rpcRequestSchema } from '.';

/** What main sends to the process that runs the engine. */
export const toEngineSchema = z.discriminatedUnion('kind', [
  rpcRequestSchema.extend({ kind: z.literal('request') }),
  z.object({ kind: z.literal('cancel'), requestId: z.string() }),
  z.object({ kind: z.literal('close') }),
]);
export type ToEngine = z.infer<typeof toEngineSchema>;

/** What that process sends back. `fault`: something failed outside of any request; the process goes on. */
export const fromEngineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), requestId: z.string(), reply: rpcReplySchema }),
  z.object({ kind: z.literal('progress'), requestId: z.string(), progress: progressSchema }),
  z.object({ kind: z.literal('fault'), message: z.string() }),
  z.object({ kind: z.literal('closed') }),
]);
export type FromEngine = z.infer<typeof fromEngineSchema>;
