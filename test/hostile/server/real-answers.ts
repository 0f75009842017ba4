import { createConnection } from 'mysql2';
import type { Answers, HostileSession, Rows } from './hostile-server.ts';

/** Spoils an answer of the real server; the same object may be released. */
export type Spoil = (answer: Rows, sql: string, session: HostileSession) => Rows;

/**
 * Answers of a real server, each spoilt before it is sent on.
 * @param socket of the real server, where root has no password
 */
export function realAnswers(
  socket: string,
  spoil: Spoil = (answer) => answer,
): (session: HostileSession) => Promise<Answers> {
  return async (session) => {
    const connection = createConnection({
      socketPath: socket,
      user: 'root',
      rowsAsArray: true,
      typeCast: (field) => field.string(),
    });
    connection.on('error', () => undefined);
    return {
      query: (sql) =>
        new Promise((resolve, reject) => {
          connection.query(sql, (error, rows: unknown, fields) => {
            if (error !== null) reject(error);
            else if (!Array.isArray(rows) || !Array.isArray(fields)) resolve(null);
            else resolve(spoil({ columns: fields.map(({ name }) => name), rows }, sql, session));
          });
        }),
      close: () => connection.destroy(),
    };
  };
}
