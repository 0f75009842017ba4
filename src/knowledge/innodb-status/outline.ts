import { formatBytes, formatSeconds } from '../../shared/base/units';
import type { StatusPart } from '../../shared/status-outline';
import type { InnodbStatus } from '.';

type Row = StatusPart['rows'][number];

/** Of a list, such as transactions or waiting threads: more cannot be taken in beside the text. */
const mostOfList = 40;

/** Fields in bytes whose name does not say so. */
const inBytes = new Set([
  'checkpointAge',
  'maxCheckpointAge',
  'checkpointAgeTarget',
  'modifiedAge',
  'capacity',
  'capacityUsed',
]);

/**
 * The fields of a status as lines of text, section by section, in the order in which InnoDB prints them. What the
 * server did not print is left out, and so is a section without a field.
 */
export function outlineInnodbStatus(status: InnodbStatus): StatusPart[] {
  const { at, averagedSeconds, truncated, unknownLines } = status;
  const parts: [title: string, fields: unknown][] = [
    ['Printed', { at, averagedOverSeconds: averagedSeconds, cutOff: truncated }],
    ['Background thread', status.background],
    ['Semaphores', status.semaphores],
    ['Latest foreign key error', status.latestForeignKeyError],
    ['Latest detected deadlock', status.latestDeadlock],
    ['Transactions', status.transactions],
    ['File I/O', status.io],
    ['Insert buffer', status.insertBuffer],
    ['Adaptive hash index', status.adaptiveHash],
    ['Log', status.log],
    ['Buffer pool and memory', status.bufferPool],
    ['Row operations', status.rows],
    [
      'Lines of no known form',
      Object.fromEntries(unknownLines.map(({ line, text }) => [`line ${line}`, text])),
    ],
  ];
  return parts
    .map(([title, fields]) => ({ title, rows: rowsOf('', fields) }))
    .filter(({ rows }) => rows.length > 0);
}

/** @param name of the field, as the reader sees it; '' for a whole section */
function rowsOf(name: string, value: unknown, field = ''): Row[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return listRows(name, value);
  if (typeof value !== 'object') return [{ name: withoutRate(name), value: valueText(field, value) }];
  return Object.entries(value).flatMap(([key, inner]) =>
    rowsOf(`${name} ${wordsOf(key)}`.trim(), inner, key),
  );
}

function listRows(name: string, list: readonly unknown[]): Row[] {
  if (list.length === 0) return [{ name, value: 'none' }];
  if (list.every((item) => typeof item !== 'object')) return [{ name, value: list.map(String).join(', ') }];
  const rows = list.slice(0, mostOfList).flatMap((item, index) => rowsOf(`${name} #${index + 1}`, item));
  const left = list.length - mostOfList;
  return left > 0 ? [...rows, { name, value: `${left} more` }] : rows;
}

function valueText(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  const number = text === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) return text;
  if (inBytes.has(field) || /bytes$/i.test(field) || field === 'bytesPerRead') return formatBytes(number);
  if (/PerSecond$/.test(field)) return `${text}/s`;
  if (/seconds$/i.test(field)) return formatSeconds(number);
  if (/Percent/.test(field)) return `${text} %`;
  return text;
}

/** The value says `/s`. */
function withoutRate(name: string): string {
  return name.replace(/ per second$/, '');
}

/** `pendingLruWrites` as `pending LRU writes`. */
function wordsOf(key: string): string {
  return key
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/\b(lru|os|awe)\b/g, (short) => short.toUpperCase())
    .replaceAll(/\bio\b/g, 'I/O');
}
