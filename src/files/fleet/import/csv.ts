import { LatchkeyError } from '../../../shared/base/error';
import { type ImportedInventory, importedInventory, importedServer } from './imported-server';
import { texts } from './texts';

/** Columns that say how to connect; all others are labels. */
const ofConnection =
  /^(name|server|host|address|port|socket|user|(mysql|mariadb|login)_(host|port|socket|user|path)|login_unix_socket|login-path|config_file|defaults[_-]file)$/;
const ofSecrets = /(?:^|[_-])(?:password|passwd|pass|pwd|secret|passphrase)$/;

/** A CSV file with a head line: a column `name` (or `host`), those of the connection, and others, which become labels. */
export function importServersCsv(text: string, file: string): ImportedInventory {
  const [head = [], ...rows] = csvRows(text);
  const columns = head.map((name) => name.trim().toLowerCase());
  const naming = ['name', 'server', 'host', 'address'].find((name) => columns.includes(name));
  if (naming === undefined) {
    throw new LatchkeyError('usage', texts.hasNoColumnNameOr(file), {
      hint: texts.theFirstLineNamesThe,
    });
  }
  const servers = rows.map((row) => {
    const variables = new Map(columns.map((name, index) => [name, (row[index] ?? '').trim()]));
    const labels = [...variables].filter(
      ([name, value]) => name !== '' && value !== '' && !ofConnection.test(name) && !ofSecrets.test(name),
    );
    return importedServer(variables.get(naming) ?? '', variables, labels);
  });
  return importedInventory(servers);
}

/** RFC 4180, with `;` where the first line has more of them than of commas, as spreadsheets of some countries write. */
function csvRows(text: string): string[][] {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const separator = first.split(';').length > first.split(',').length ? ';' : ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((one) => one.trim() !== '')) rows.push(row);
    row = [];
  };
  const source = text.replace(/^﻿/, '');
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (source.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  endRow();
  return rows;
}
