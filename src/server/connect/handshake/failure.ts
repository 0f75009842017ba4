import { type ErrorCode, LatchkeyError } from '../../../shared/base/error';

/** What the driver (mysql2) and Node put on an error, as far as Latchkey reads it. */
export interface DriverError {
  message: string;
  /** `ER_ACCESS_DENIED_ERROR`, `ECONNREFUSED`, `HANDSHAKE_SSL_ERROR` ... */
  code?: string;
  /** Number of the server's error, e.g. 1045. */
  errno?: number;
  sqlState?: string;
  fatal?: boolean;
}

/** A refusal by the server itself, with its error number, so that a collector can decide a missing table from a missing privilege. */
export class ServerRefusal extends LatchkeyError {
  readonly errno: number;

  constructor(
    code: ErrorCode,
    message: string,
    errno: number,
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(code, message, options);
    this.name = 'ServerRefusal';
    this.errno = errno;
  }
}

/** Servers cut their own at 512 (MYSQL_ERRMSG_SIZE). */
const longestMessage = 2000;

/** Reads an error thrown by mysql2 or Node without trusting its shape. */
export function readDriverError(thrown: unknown): DriverError {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const read = (name: string): unknown => Reflect.get(thrown, name);
  const code = read('code');
  const errno = read('errno');
  const sqlState = read('sqlState');
  const sqlMessage = read('sqlMessage');
  return {
    message: (typeof sqlMessage === 'string' && sqlMessage !== '' ? sqlMessage : thrown.message).slice(
      0,
      longestMessage,
    ),
    ...(typeof code === 'string' ? { code } : {}),
    // Node puts negative errno numbers on network errors; servers count from 1000.
    ...(typeof errno === 'number' && errno >= 1000 ? { errno } : {}),
    ...(typeof sqlState === 'string' ? { sqlState } : {}),
    fatal: read('fatal') === true,
  };
}

/** Called with at the login (1862), or, where the client says that it can handle it, at the first statement (1820). */
export const expiredPassword = {
  message: 'The password of the account has expired.',
  hint: "Set a new one with the mysql client: ALTER USER USER() IDENTIFIED BY '...'; in MySQL 5.6 and MariaDB, SET PASSWORD = PASSWORD('...').",
} as const;

/** The driver's own words, for the cause of a typed error. */
export function causeText(error: DriverError): string {
  const parts = [error.errno, error.code].filter((part) => part !== undefined);
  return parts.length === 0 ? error.message : `${error.message} (${parts.join(', ')})`;
}

/** A message with a full stop. */
export function sentence(message: string): string {
  const text = message.trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
