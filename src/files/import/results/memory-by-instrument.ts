import { parseSize } from '../../../shared/base/units';
import type { Cell } from '../../../shared/snapshot';
import { cellOf, type ResultKind, tableKind } from './result-kind';

/** Columns of sys.memory_global_by_current_bytes, and those of the section. */
const ofView: readonly (readonly [string, string])[] = [
  ['event_name', 'EVENT_NAME'],
  ['current_count', 'CURRENT_COUNT_USED'],
  ['current_alloc', 'CURRENT_NUMBER_OF_BYTES_USED'],
  ['high_alloc', 'HIGH_NUMBER_OF_BYTES_USED'],
];

/** Bytes of `12.34 GiB`, `5 bytes`, `1048576`; null: neither. */
function bytesOf(text: string | undefined): Cell {
  const [, amount, unit = ''] = /^(\d[\d.]{0,20}) ?([KMGTP]?)(?:i?B|bytes)?$/.exec(text?.trim() ?? '') ?? [];
  const bytes = amount === undefined ? null : parseSize(`${amount}${unit}`);
  return bytes === null ? null : Math.round(bytes);
}

/** The view of sys, whose amounts are rounded for people, and that with x$ before its name. */
const view: ResultKind = {
  title: 'memory by instrument',
  matches: (columns) => ['event_name', 'current_alloc'].every((name) => columns.includes(name)),
  pieces: (columns, { rows, at }) => {
    const taken = ofView.filter(([name]) => columns.includes(name));
    return [
      {
        kind: 'table',
        section: 'memory-pfs',
        columns: taken.map(([, name]) => name),
        rows: rows.map((row) =>
          taken.map(([name]) => {
            const text = row[columns.indexOf(name)];
            return name.endsWith('_alloc') ? bytesOf(text) : cellOf(text);
          }),
        ),
        at,
      },
    ];
  },
};

export const memoryByInstrument: readonly ResultKind[] = [
  view,
  tableKind('memory by instrument', 'memory-pfs', ['event_name', 'current_number_of_bytes_used']),
];
