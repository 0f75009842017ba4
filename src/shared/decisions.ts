import { z } from 'zod';

/** A variable that no plan touches. */
export const lockSchema = z.object({
  variable: z.string().regex(/^[a-z][a-z0-9_]*$/),
  reason: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
});
export type Lock = z.infer<typeof lockSchema>;

/** A rule whose finding the user does not want to see, with the reason. */
export const muteSchema = z.object({
  ruleId: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  reason: z.string().trim().min(1),
  at: z.string(),
});
export type Mute = z.infer<typeof muteSchema>;

/** What the user decided for every plan and analysis; the app and the command line share it. */
export const decisionsSchema = z.object({
  locks: z.array(lockSchema),
  mutes: z.array(muteSchema),
  /** Files of decisions that cannot be read. A lock whose file is damaged still holds. */
  damaged: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type Decisions = z.infer<typeof decisionsSchema>;

/** `Max-Connections` as servers list it: `max_connections`. */
export function canonicalVariable(name: string): string {
  return name.trim().toLowerCase().replaceAll('-', '_');
}
