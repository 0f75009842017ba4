import type { Table } from './snapshot';

/** RFC 4180; a cell that a spreadsheet would run as a formula gets a leading apostrophe. */
export function toCsv({ columns, rows }: Table): string {
  const quote = (cell: string | number | null) => {
    const raw = String(cell ?? '');
    const text =
      typeof cell === 'string' && /^[=+\-@\t\r]/.test(raw) && Number.isNaN(Number(raw)) ? `'${raw}` : raw;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(quote).join(',')).join('\r\n');
}
