import { z } from 'zod';
import { probeProgressSchema } from './probe';

/** What a job says while it runs. `total` null: length not known. `note` names the item in hand. */
export const progressSchema = z.object({
  done: z.number().nonnegative(),
  total: z.number().nonnegative().nullable(),
  phase: z.string(),
  note: z.string(),
  /** Seconds still to go, when the job knows it. */
  secondsLeft: z.number().nonnegative().optional(),
  /** Of a snapshot, once: the statements that will be explained at its end, without their literals. */
  explains: z.array(z.string()).optional(),
  /** What the user must see when the job has ended. */
  warning: z.string().optional(),
  /** Of a snapshot that samples: its id, by which `snapshot.names` and `snapshot.drawn` give what it has so far. */
  sampling: z.string().optional(),
  /** Of a round of snapshots: what became of a server, or how far it is. */
  server: z
    .object({
      name: z.string(),
      state: z.enum(['running', 'waiting', 'taken', 'partial', 'failed', 'cancelled']),
      text: z.string(),
    })
    .optional(),
  /** Of a probe: which arm is in force, and what was measured last. */
  probe: probeProgressSchema.optional(),
});
export type Progress = z.infer<typeof progressSchema>;
export type ReportProgress = (progress: Progress) => void;

/** What every job is given besides its input. */
export interface JobContext {
  signal: AbortSignal;
  report: ReportProgress;
  /** A sentence that the user must see, whatever becomes of the job. */
  warn?(text: string): void;
  /** Called before a session with a server. @returns is called when the session is over */
  connecting?(): () => void;
}
