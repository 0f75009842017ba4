import { z } from 'zod';

/** How long the statements of a window took. */
export const statementLatencySchema = z.object({
  /** Seconds that 95 and 99 of 100 statements stayed below, interpolated within a bucket of the server's histogram. */
  p95: z.number().nonnegative(),
  p99: z.number().nonnegative(),
  /** How many they were. */
  statements: z.number().nonnegative(),
});
export type StatementLatency = z.infer<typeof statementLatencySchema>;
