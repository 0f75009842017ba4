import { z } from 'zod';

/**
 * Why something is missing: `absent` where the server was asked and has none, `not-read` where nobody asked, so that it may
 * be there. Missing is a value everywhere in Latchkey: never a silent zero, never a guess.
 */
export const reasonCodes = [
  'privilege',
  'absent',
  'not-read',
  'disabled',
  'not-instrumented',
  'no-window',
  'timeout',
  'too-large',
  'cancelled',
  'redacted',
  'managed',
  'no-host',
  'error',
] as const;

export const reasonCodeSchema = z.enum(reasonCodes);
export type ReasonCode = z.infer<typeof reasonCodeSchema>;

/** The codes for people, where a sentence says the rest. */
export const reasonWords: Readonly<Record<ReasonCode, string>> = {
  privilege: 'privilege missing',
  absent: 'not available',
  'not-read': 'not read',
  disabled: 'disabled',
  'not-instrumented': 'not instrumented',
  'no-window': 'no window',
  timeout: 'took too long',
  'too-large': 'too large',
  cancelled: 'cancelled',
  redacted: 'taken out',
  managed: 'managed server',
  'no-host': 'host not known',
  error: 'failed',
};

/** A reason code with a sentence for people; `remedy` is the GRANT, instrument or option that would help. */
export const reasonSchema = z.object({
  code: reasonCodeSchema,
  text: z.string(),
  remedy: z.string().optional(),
});
export type Reason = z.infer<typeof reasonSchema>;
