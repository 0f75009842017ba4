import { z } from 'zod';
import { defined } from './defined';
import { texts } from './texts';

/** Every failure that a user can meet has one of these codes; the exit code of the CLI follows from it. */
export const errorCodes = [
  'usage',
  'file-not-found',
  'file-unreadable',
  'not-a-snapshot',
  'snapshot-truncated',
  'snapshot-corrupt',
  'snapshot-newer',
  'invalid-rule',
  'server-unreachable',
  'access-denied',
  'privilege-missing',
  'tls-required',
  'tls-failed',
  'host-key-refused',
  'too-many-connections',
  'connection-lost',
  'unsupported-server',
  'query-failed',
  'timeout',
  'too-large',
  'cancelled',
  'guard-stopped',
  'change-refused',
  'restore-incomplete',
  'disk-full',
  'write-failed',
  'not-found',
  'busy',
  'internal',
] as const;

export const errorCodeSchema = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** The form in which an error crosses a process boundary or is printed with `--json`. */
export const errorDocumentSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  hint: z.string().optional(),
  cause: z.string().optional(),
});
export type ErrorDocument = z.infer<typeof errorDocumentSchema>;

/** A typed failure: what happened (`message`), what to do (`hint`) and what lies beneath (`cause`). */
export class LatchkeyError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'LatchkeyError';
    this.code = code;
    this.hint = options.hint;
  }

  toDocument(): ErrorDocument {
    const cause = this.cause === undefined ? undefined : describeCause(this.cause);
    return { code: this.code, message: this.message, ...defined({ hint: this.hint, cause }) };
  }
}

/** The error of a document that crossed to here. */
export function errorOf({ code, message, hint, cause }: ErrorDocument): LatchkeyError {
  return new LatchkeyError(code, message, { hint, cause });
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Turns anything thrown into a typed error; unknown failures become `internal` with their cause kept. */
export function toLatchkeyError(thrown: unknown): LatchkeyError {
  if (thrown instanceof LatchkeyError) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return new LatchkeyError('cancelled', 'Cancelled.', { cause: thrown });
  }
  return new LatchkeyError('internal', texts.unexpectedFailure(describeCause(thrown)), { cause: thrown });
}

/** Throws the typed `cancelled` error when the signal has fired. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new LatchkeyError('cancelled', 'Cancelled.');
}

export const exitCodes = {
  done: 0,
  findings: 1,
  usage: 2,
  server: 3,
  guard: 4,
  restoreIncomplete: 5,
  internal: 70,
  cancelled: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Also an output that cannot be written: the caller named the place. */
const usageErrors: readonly ErrorCode[] = [
  'usage',
  'file-not-found',
  'file-unreadable',
  'not-a-snapshot',
  'snapshot-truncated',
  'snapshot-corrupt',
  'snapshot-newer',
  'invalid-rule',
  'not-found',
  'disk-full',
  'write-failed',
];
const serverErrors: readonly ErrorCode[] = [
  'server-unreachable',
  'access-denied',
  'privilege-missing',
  'tls-required',
  'tls-failed',
  'host-key-refused',
  'too-many-connections',
  'connection-lost',
  'unsupported-server',
  'query-failed',
  'timeout',
  'too-large',
  'change-refused',
  'busy',
];

/** The exit code of the CLI for a failure (docs/cli.md lists them). */
export function exitCodeFor(code: ErrorCode): ExitCode {
  if (usageErrors.includes(code)) return exitCodes.usage;
  if (serverErrors.includes(code)) return exitCodes.server;
  if (code === 'guard-stopped') return exitCodes.guard;
  if (code === 'restore-incomplete') return exitCodes.restoreIncomplete;
  if (code === 'cancelled') return exitCodes.cancelled;
  return exitCodes.internal;
}
