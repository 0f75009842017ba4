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
 * Asks until the answer is as wanted.
 * @throws Error with the last answer after `limitMs`
 */
export async function untilRows(
  server: { socket: string },
  sql: string,
  wanted: (rows: Row[]) => boolean,
  limitMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const rows = await runStatements(server, [sql]);
    if (wanted(rows)) return;
    if (Date.now() > deadline) throw new Error(`${sql}: still ${JSON.stringify(rows)}`);
    await delay(100);
  }
}
