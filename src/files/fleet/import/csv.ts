import { LatchkeyError } from '../../../shared/base/error';
import { type ImportedInventory, importedInventory } from './imported-server';
import { LeftOut } from './left-out';
import { texts } from './texts';

/** Columns that say how to connect; all others are labels. */
const ofConnection =
  /^(name|server|host|address|port|socket|user|(mysql|mariadb|login)_(host|port|socket|user|path)|login_unix_socket|login-path|config_file|defaults[_-]file)$/;

/** A CSV file with a head line: a column `name` (or `host`), those of the connection, and others, which become labels. */
export function importServersCsv(text: string, file: string): ImportedInventory {
  const leftOut = new LeftOut();
  const [head, ...rows] = csvRows(text, leftOut);
  const columns = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const naming = ['name', 'server', 'host', 'address'].find((name) => columns.includes(name));
  if (naming === undefined) {
    throw new LatchkeyError('usage', texts.hasNoColumnNameOr(file), {
      hint: texts.theFirstLineNamesThe,
    });
  }
  const servers = rows.flatMap(({ line, cells }) => {
    const variables = new Map(columns.map((name, index) => [name, (cells[index] ?? '').trim()]));
    if (cells.length !== columns.length) leftOut.add('cells', `line ${line}`);
    const name = variables.get(naming) ?? '';
    if (name === '') {
      leftOut.add('noName', `line ${line}`);
      return [];
    }
    const labels = [...variables].filter(
      ([label, value]) => label !== '' && value !== '' && !ofConnection.test(label),
    );
    return [{ name, variables, labels }];
  });
  return importedInventory(servers, leftOut);
}

interface CsvRow {
  /** In which it begins; the first is 1. */
  line: number;
  cells: string[];
}

/** RFC 4180, with `;` where the first line has more of them than of commas, as spreadsheets of some countries write. */
function csvRows(text: string, leftOut: LeftOut): CsvRow[] {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const separator = first.split(';').length > first.split(',').length ? ';' : ',';
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let cell = '';
  /** Line in which the quote began that is still open. */
  let quoted: number | null = null;
  const endCell = () => {
    row.cells.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.cells.some((one) => one.trim() !== '')) rows.push(row);
    row = { line, cells: [] };
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\n') line += 1;
    if (quoted !== null) {
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = null;
    } else if (char === '"' && cell === '') quoted = line;
    else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (quoted === null) endRow();
  else leftOut.add('openQuote', `line ${quoted}`);
  return rows;
}
