import mysql from 'mysql2/promise';
import type { RunningServer } from '../../scripts/servers/index.ts';
import type { ServerKind } from '../../src/knowledge/catalog/variable-catalog';
import { parseVersion } from '../../src/shared/server';

/** A plain connection as root: these tests write to servers, which the product's own sessions cannot. */
export interface Administrator {
  kind: ServerKind;
  /** Rows as the server prints them: every cell a string or null. */
  rows(sql: string): Promise<(string | null)[][]>;
  /** First column to second, names in lower case. */
  pairs(sql: string): Promise<Map<string, string>>;
  /** What the client protocol says of an expression's column. */
  columnKind(expression: string): Promise<'boolean' | 'integer' | 'number' | 'string'>;
  close(): Promise<void>;
}

export async function administer(server: RunningServer): Promise<Administrator> {
  const connection = await mysql.createConnection({
    socketPath: server.socket,
    user: 'root',
    rowsAsArray: true,
    // Text as sent, not converted: doubles and big integers keep their digits.
    typeCast: (field) => field.string(),
  });
  const rows = async (sql: string) => {
    const [result] = await connection.query<mysql.RowDataPacket[][]>(sql);
    if (!Array.isArray(result)) return [];
    return result.map((row) => Object.values(row).map((cell) => (cell === null ? null : String(cell))));
  };
  const [[versionText]] = (await rows('SELECT VERSION()')) as [[string]];
  const version = parseVersion(versionText);
  if (version === null) throw new Error(`No version in ${versionText}`);
  return {
    kind: { flavour: /mariadb/i.test(versionText) ? 'mariadb' : 'mysql', version },
    rows,
    pairs: async (sql) => {
      const found = await rows(sql);
      return new Map(found.map(([name, value]) => [String(name).toLowerCase(), value ?? '']));
    },
    columnKind: async (expression) => {
      const [, [field]] = await connection.query<mysql.RowDataPacket[][]>(`SELECT ${expression}`);
      const type = field?.columnType ?? field?.type ?? -1;
      // Field types of the client protocol (field_types.h): fractions, then integers.
      if ([0, 4, 5, 246].includes(type)) return 'number';
      if (![1, 2, 3, 8, 9].includes(type)) return 'string';
      return field?.columnLength === 1 ? 'boolean' : 'integer';
    },
    close: () => connection.end(),
  };
}
