import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';

type Printed = Record<string, string>;

const run = promisify(execFile);

/**
 * The client programs of this machine, under their old or new names; null: there are none. They give null when they lack
 * the login of the server (MariaDB's do, of MySQL's caching_sha2_password, where that plugin is not installed).
 */
export function clientsOnPath(): ((socket: string) => Promise<Printed | null>) | null {
  const found = (names: string[]) => names.find((name) => spawnSync(name, ['--version']).status === 0);
  const client = found(['mysql', 'mariadb']);
  const admin = found(['mysqladmin', 'mariadb-admin']);
  if (client === undefined || admin === undefined) return null;
  return async (socket) => {
    const account = [`--socket=${socket}`, '--user=root'];
    const options = { maxBuffer: 64 * 1024 ** 2 };
    const login = await run(client, [...account, '-e', 'DO 1'], options).catch((error: Error) => error);
    if (login instanceof Error) {
      if (/plugin .*caching_sha2/i.test(login.message)) return null;
      throw login;
    }
    const [status, variables, innodb] = await Promise.all([
      run(admin, [...account, 'extended-status', '-i1', '-c5'], options),
      run(client, [...account, '-e', 'SHOW GLOBAL VARIABLES'], options),
      run(client, [...account, '-e', 'SHOW ENGINE INNODB STATUS\\G'], options),
    ]);
    return { 'status.txt': status.stdout, 'variables.txt': variables.stdout, 'innodb.txt': innodb.stdout };
  };
}

/** What the clients would print, put together from the server's answers: for machines and logins without clients. */
export async function printLikeClients(socket: string): Promise<Printed> {
  const connection = await createConnection({
    socketPath: socket,
    user: 'root',
    rowsAsArray: true,
    dateStrings: true,
  });
  const rows = async (sql: string) => {
    const [found] = await connection.query<import('mysql2').RowDataPacket[][]>(sql);
    return found.map((row) => [...row].map((cell) => String(cell)));
  };
  try {
    const status: string[] = [];
    for (let reading = 0; reading < 5; reading += 1) {
      if (reading > 0) await connection.query('DO SLEEP(1)');
      status.push(drawn(await rows('SHOW GLOBAL STATUS')));
    }
    const variables = await rows('SHOW GLOBAL VARIABLES');
    const [innodb] = await rows('SHOW ENGINE INNODB STATUS');
    return {
      'status.txt': status.join('\n'),
      'variables.txt': `Variable_name\tValue\n${variables.map((row) => row.map(escaped).join('\t')).join('\n')}\n`,
      'innodb.txt': `*************************** 1. row ***************************\n  Type: InnoDB\n  Name: \nStatus: ${innodb?.[2] ?? ''}\n`,
    };
  } finally {
    await connection.end();
  }
}

/** Batch output of mysql escapes these. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** A table as mysqladmin draws it. */
function drawn(rows: string[][]): string {
  const all = [['Variable_name', 'Value'], ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)) + 2);
  const border = `+${widths.map((width) => '-'.repeat(width)).join('+')}+`;
  const lines = all.map(
    (row) => `|${row.map((cell, column) => ` ${cell}`.padEnd(widths[column] ?? 0)).join('|')}|`,
  );
  return [border, lines[0], border, ...lines.slice(1), border, ''].join('\n');
}
