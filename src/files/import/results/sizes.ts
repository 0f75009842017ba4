// Sizes of what is stored, as the server names them and as people round and rename them.
import { parseSize } from '../../../shared/base/units';
import { bytesOf, selectedColumn } from './columns';

/** `both`: data and indexes. */
export type Size = 'data' | 'index' | 'free' | 'both';

/** Where a size stands, and by what its numbers are to be multiplied; null: only cells with a unit of their own count. */
export interface SizeColumn {
  place: number;
  factor: number | null;
}

/** The names of the server, and what people call them beside the unit: `data_gb`, `Free (MB)`, `DB Size in MB`. */
const own: ReadonlyMap<string, Size> = new Map<string, Size>([
  ['data_length', 'data'],
  ['index_length', 'index'],
  ['data_free', 'free'],
  ['data_length+index_length', 'both'],
  ['index_length+data_length', 'both'],
]);
const called: readonly (readonly [Size, RegExp])[] = [
  ['free', /^(?:data_?)?free(?:_?space)?$|^(?:wasted|fragmented|reclaimable|unused)(?:_?space)?$/],
  ['index', /^(?:index|indexes|idx)(?:_?(?:size|length))?$/],
  ['data', /^(?:data|rows)(?:_?(?:size|length))?$/],
  [
    'both',
    /^(?:total|size|(?:table|tbl|total|db|database|data_base|schema|innodb|mysql)_?(?:total_?)?size|total_?(?:length|data)|size_of_(?:db|database|data))$/,
  ],
];
const unit = /[_ ]?\(?(?:in[_ ])?([kmgt])i?b\)?$/;

function sizeColumn(heading: string): { size: Size; factor: number | null } | null {
  const { name, factor } = selectedColumn(heading);
  const summed = /^sum\((.{1,60})\)$/.exec(name)?.[1] ?? name;
  const size = own.get(summed.replaceAll(/ |\w{1,64}\./g, ''));
  if (size !== undefined) return { size, factor };
  const [tail = '', letter] = unit.exec(heading) ?? [];
  const base = heading
    .slice(0, heading.length - tail.length)
    .trim()
    .replaceAll(' ', '_');
  const isUnitAlone = base === '' && letter !== undefined;
  const found = isUnitAlone ? 'both' : called.find(([, pattern]) => pattern.test(base))?.[0];
  if (found === undefined) return null;
  return {
    size: found,
    factor: letter === undefined ? null : (parseSize(`1${letter.toUpperCase()}`) ?? null),
  };
}

/**
 * The first column of each size.
 * @param columns headings in lower case
 * @param isUnitNeeded only those whose heading has a unit, or is a name of the server
 */
export function sizesOf(columns: readonly string[], isUnitNeeded = false): Partial<Record<Size, SizeColumn>> {
  const found: Partial<Record<Size, SizeColumn>> = {};
  for (const [place, heading] of columns.entries()) {
    const column = sizeColumn(heading);
    if (column !== null && (!isUnitNeeded || column.factor !== null))
      found[column.size] ??= { place, factor: column.factor };
  }
  return found;
}

/** Bytes of a cell: a number counts in the unit of its column, one with a unit of its own does not. null: none is known. */
export function sizeIn(row: readonly string[], column: SizeColumn | undefined): number | null {
  const text = column === undefined ? undefined : row[column.place]?.trim().replaceAll(',', '');
  if (column === undefined || text === undefined) return null;
  const isNumber = /^\d[\d.]{0,30}$/.test(text);
  if (isNumber && column.factor === null) return null;
  const read = isNumber ? Number(text) * (column.factor ?? 1) : bytesOf(text);
  return typeof read === 'number' && Number.isFinite(read) ? Math.round(read) : null;
}
