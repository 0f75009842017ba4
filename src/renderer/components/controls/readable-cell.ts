import {
  formatBytes,
  formatSeconds,
  formatValue,
  groupedDigits,
  sizeLiteral,
} from '../../../shared/base/units';
import type { RowUnit, ShownUnit } from '../../../shared/section-units';
import type { Cell } from '../../../shared/snapshot';

/** A cell as it is read at a glance; `exact`: the value behind it, where that differs. */
export interface ReadableCell {
  text: string;
  exact: string | null;
}

const numeric = /^-?\d{1,40}(?:\.\d{1,40})?$/;

/**
 * Sizes as 1.25 GiB, times as 3.2 ms, counts with thousands separators. Texts, and numbers that identify something, stay.
 * @param isSetting sizes are written as in an option file: 64M
 */
export function readableCell(cell: Cell, unit: ShownUnit | RowUnit, isSetting = false): ReadableCell {
  const raw = String(cell ?? '');
  if (unit === 'none' || unit === 'by-row' || !numeric.test(raw)) return { text: raw, exact: null };
  const text = readable(Number(raw), raw, unit, isSetting);
  const exact = `${groupedDigits(raw)}${exactUnits[unit] ?? ''}`;
  return { text, exact: text === exact || text === raw ? null : exact };
}

/** How fast a counter grew. @param unit of the counter itself */
export function readableRate(perSecond: number, unit: RowUnit): ReadableCell {
  const text =
    unit === 'bytes' || unit === 'count' || unit === 'none'
      ? formatValue(perSecond, unit === 'bytes' ? 'bytes/s' : 'count/s')
      : `${formatValue(perSecond, unit)}/s`;
  return { text, exact: `${perSecond}/s` };
}

function readable(value: number, raw: string, unit: ShownUnit | RowUnit, isSetting: boolean): string {
  switch (unit) {
    case 'bytes': {
      if (!isSetting) return formatBytes(value);
      const size = Number.isSafeInteger(value) ? sizeLiteral(value) : raw;
      return size === raw ? groupedDigits(raw) : size;
    }
    case 'picoseconds':
      return formatSeconds(value * 1e-12);
    case 'count':
    case 'pages':
      return groupedDigits(raw);
    case 'none':
    case 'by-row':
      return raw;
    default:
      return formatValue(value, unit);
  }
}

const exactUnits: Partial<Record<ShownUnit | RowUnit, string>> = {
  bytes: ' bytes',
  'bytes/s': ' bytes/s',
  picoseconds: ' ps',
  seconds: ' s',
  ms: ' ms',
  us: ' us',
  percent: ' %',
  'count/s': '/s',
};
