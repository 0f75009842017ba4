// Statements that set up a topology: over the socket, as root without a password.
import { setTimeout as delay } from 'node:timers/promises';
import mysql, { type RowDataPacket } from 'mysql2/promise';

type Row = Record<string, unknown>;

/** Runs one statement after the other on a connection of its own. @returns the rows of the last one */
export async function runStatements(
  server: { socket: string },
  statements: readonly string[],
): Promise<Row[]> {
  const connection = await mysql.createConnection({ socketPath: server.socket, user: 'root' });
  try {
    let rows: Row[] = [];
    for (const sql of statements) {
      const [result] = await connection.query<RowDataPacket[]>(sql);
      rows = Array.isArray(result) ? result : [];
    }
    return rows;
  } finally {
    connection.destroy();
  }
}

/**
 * Asks until the answer is as wanted. A server that is starting, stopping or has just been resumed may refuse or drop a connection: it
 * is asked again.
 * @throws Error with the last answer, or why there was none, after `limitMs`
 */
export async function untilRows(
  server: { socket: string },
  sql: string,
  wanted: (rows: Row[]) => boolean,
  limitMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    let answer: string;
    try {
      const rows = await runStatements(server, [sql]);
      if (wanted(rows)) return;
      answer = JSON.stringify(rows);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      answer = error.message;
    }
    if (Date.now() > deadline) throw new Error(`${sql}: still ${answer}`);
    await delay(100);
  }
}

const lostCodes = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ENOENT',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
]);

function isConnectionLost(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && lostCodes.has(String(error.code));
}
