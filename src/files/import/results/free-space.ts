import { parseSize } from '../../../shared/base/units';
import type { Cell } from '../../../shared/snapshot';
import { bytesOf, selectedColumn } from './columns';
import { cellOf, type ResultKind } from './result-kind';

type Size = 'data' | 'index' | 'free' | 'both';

/** The names of the server, and what people call them beside the unit: `data_gb`, `Free (MB)`. `both`: data and indexes. */
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
  ['both', /^(?:total|size|(?:table|tbl|total)_?size|total_?length)$/],
];
const unit = /[_ ]?(?:in[_ ]|\()?([kmgt])i?b\)?$/;

/** Which size a column holds, and by what its numbers are to be multiplied; null: none. */
function sizeColumn(heading: string): { size: Size; factor: number } | null {
  const { name, factor } = selectedColumn(heading);
  const size = own.get(name.replaceAll(/ |\w{1,64}\./g, ''));
  if (size !== undefined) return { size, factor };
  const [tail, letter] = unit.exec(heading) ?? [];
  if (tail === undefined || letter === undefined) return null;
  const base = heading.slice(0, -tail.length).trim().replaceAll(' ', '_');
  const found = called.find(([, pattern]) => pattern.test(base))?.[0];
  return found === undefined ? null : { size: found, factor: parseSize(`1${letter.toUpperCase()}`) ?? 1 };
}

const names = ['table_name', 'name', 'table', 'tablename'];

interface Sizes {
  place: number;
  factor: number;
}

function sizesOf(columns: readonly string[]): Partial<Record<Size, Sizes>> {
  const found: Partial<Record<Size, Sizes>> = {};
  for (const [place, heading] of columns.entries()) {
    const column = sizeColumn(heading);
    if (column !== null) found[column.size] ??= { place, factor: column.factor };
  }
  return found;
}

/**
 * Rows of information_schema.TABLES or SHOW TABLE STATUS, as they are and as people round and rename their columns. The file of an
 * InnoDB table holds data, indexes and what is free.
 */
export const freeSpace: ResultKind = {
  title: 'free space in tables',
  matches: (columns) => {
    const { data, index, both, free } = sizesOf(columns);
    const isKnown = both !== undefined || (data !== undefined && index !== undefined);
    return free !== undefined && isKnown && names.some((name) => columns.includes(name));
  },
  pieces: (columns, { rows, at }) => {
    const sizes = sizesOf(columns);
    const cell = (row: readonly string[], ...of: string[]) =>
      of.map((name) => row[columns.indexOf(name)]).find((text) => text !== undefined);
    const bytes = (row: readonly string[], size: Size): number | null => {
      const column = sizes[size];
      const text = column === undefined ? undefined : row[column.place]?.trim().replaceAll(',', '');
      if (column === undefined || text === undefined) return null;
      // A number counts in the unit of its column; one with a unit of its own does not.
      const read = /^\d[\d.]{0,30}$/.test(text) ? Number(text) * column.factor : bytesOf(text);
      return typeof read === 'number' && Number.isFinite(read) ? Math.round(read) : null;
    };
    return [
      {
        kind: 'table',
        section: 'table-free-space',
        columns: ['TABLE_SCHEMA', 'TABLE_NAME', 'FILE_SIZE', 'DATA_FREE'],
        rows: rows
          .filter((row) => /^innodb$/i.test(cell(row, 'engine') ?? 'InnoDB'))
          .map((row): Cell[] => {
            const free = bytes(row, 'free');
            const [data, index, both] = [bytes(row, 'data'), bytes(row, 'index'), bytes(row, 'both')];
            const used = data !== null && index !== null ? data + index : both;
            return [
              cellOf(cell(row, 'table_schema', 'schema', 'database', 'db')) ?? '?',
              cellOf(cell(row, ...names)),
              used === null || free === null ? null : used + free,
              free,
            ];
          }),
        at,
      },
    ];
  },
};
