import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import type { Piece } from '../piece';
import type { ResultSet } from '../result-set';

/** One kind of answer of the server, identified by its columns (in lower case). The first that matches takes it. */
export interface ResultKind {
  title: string;
  matches(columns: readonly string[], result: ResultSet): boolean;
  pieces(columns: readonly string[], result: ResultSet): Piece[];
}

/** Columns of the section `processlist`. */
export const processListColumns = ['ID', 'USER', 'HOST', 'DB', 'COMMAND', 'TIME', 'STATE', 'INFO'];

/** Cells as the snapshot has them: clients print SQL NULL as `NULL`. */
export function cellOf(text: string | undefined): Cell {
  return text === undefined || text === 'NULL' ? null : text;
}

/**
 * An answer whose columns go into a section as they are, or under the section's own names.
 * @param needed columns by which it is reported, in lower case
 * @param names section column by column of the answer; absent: all, as they are
 */
export function tableKind(
  title: string,
  section: SectionId,
  needed: readonly string[],
  names?: Readonly<Record<string, string>>,
): ResultKind {
  return {
    title,
    matches: (columns) => needed.every((name) => columns.includes(name)),
    pieces: (columns, { rows, at }) => {
      const taken = columns.flatMap((column, index) => {
        const name = names === undefined ? column.toUpperCase() : names[column];
        return name === undefined ? [] : [{ name, index }];
      });
      return [
        {
          kind: 'table',
          section,
          columns: taken.map(({ name }) => name),
          rows: rows.map((row) => taken.map(({ index }) => cellOf(row[index]))),
          at,
        },
      ];
    },
  };
}
