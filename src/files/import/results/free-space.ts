import type { Cell } from '../../../shared/snapshot';
import { cellOf, type ResultKind } from './result-kind';
import { type Size, sizeIn, sizesOf } from './sizes';

const names = ['table_name', 'name', 'table', 'tablename'];

/**
 * Rows of information_schema.TABLES or SHOW TABLE STATUS, as they are and as people round and rename their columns. The file of an
 * InnoDB table holds data, indexes and what is free.
 */
export const freeSpace: ResultKind = {
  title: 'free space in tables',
  matches: (columns) => {
    const { data, index, both, free } = sizesOf(columns, true);
    const isKnown = both !== undefined || (data !== undefined && index !== undefined);
    return free !== undefined && isKnown && names.some((name) => columns.includes(name));
  },
  pieces: (columns, { rows, at }) => {
    const sizes = sizesOf(columns, true);
    const cell = (row: readonly string[], ...of: string[]) =>
      of.map((name) => row[columns.indexOf(name)]).find((text) => text !== undefined);
    const bytes = (row: readonly string[], size: Size) => sizeIn(row, sizes[size]);
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
