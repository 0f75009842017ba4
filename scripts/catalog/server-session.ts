import mysql from 'mysql2/promise';
import type { RunningServer } from '../servers/index.ts';

/** A row as the server prints it. */
export type TextRow = (string | null)[];

/** Kind of `SELECT @@x`: what the protocol says of the column (MySQL sends switches as integers of one digit). */
export type ColumnKind = 'boolean' | 'signed' | 'unsigned' | 'number' | 'string';

/** A plain session as root on a throw-away server. */
export interface ServerSession {
  rows(sql: string): Promise<TextRow[]>;
  /** Error number of a statement; 0: it went through. */
  errorOf(sql: string): Promise<number>;
  kindOf(expression: string): Promise<ColumnKind>;
  close(): Promise<void>;
}

// Field types and flags of the client protocol (field_types.h, mysql_com.h).
const integerTypes = [1, 2, 3, 8, 9];
const fractionTypes = [0, 4, 5, 246];
const unsignedFlag = 32;

/** @param server a running throw-away server */
export async function openSession(server: RunningServer): Promise<ServerSession> {
  const connection = await mysql.createConnection({
    socketPath: server.socket,
    user: 'root',
    rowsAsArray: true,
    // Text as sent: doubles and big integers keep their digits.
    typeCast: (field) => field.string(),
  });
  return {
    rows: async (sql) => {
      const [result] = await connection.query<mysql.RowDataPacket[][]>(sql);
      if (!Array.isArray(result)) return [];
      return result.map((row) => Object.values(row).map((cell) => (cell === null ? null : String(cell))));
    },
    errorOf: async (sql) => {
      try {
        await connection.query(sql);
        return 0;
      } catch (error) {
        return error instanceof Error && 'errno' in error ? Number(error.errno) : -1;
      }
    },
    kindOf: async (expression) => {
      const [, fields] = await connection.query<mysql.RowDataPacket[][]>(`SELECT ${expression}`);
      const [field] = fields;
      const type = field?.columnType ?? field?.type ?? -1;
      if (fractionTypes.includes(type)) return 'number';
      if (!integerTypes.includes(type)) return 'string';
      if (field?.columnLength === 1) return 'boolean';
      return (Number(field?.flags) & unsignedFlag) === 0 ? 'signed' : 'unsigned';
    },
    close: () => connection.end(),
  };
}
