import type { Table } from '../snapshot';

/**
 * RFC 4180. A text that a spreadsheet would run as a formula gets a leading apostrophe, as OWASP has it ("CSV
 * Injection"); a text with one already there gets a second, so that what was added can be distinguished from what was not. A row
 * of one empty cell is `""`: an empty line is no row for Python's csv and others.
 */
export function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => row.map(quoted).join(',') || '""').join('\r\n');
}

function quoted(cell: string | number | null): string {
  const raw = String(cell ?? '');
  const text = typeof cell === 'string' && isFormula(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets pass over blanks before the sign, and East Asian ones take the wide signs too. */
function isFormula(text: string): boolean {
  return /^'*[\s\0]*[=+\-@\t\r\n＝＋－＠]/.test(text) && (text === '' || Number.isNaN(Number(text)));
}
