import type { Piece } from './piece';

type TablePiece = Extract<Piece, { kind: 'table' }>;

/**
 * The members of a group and their queues, which two tables of the Performance Schema hold: one row for each MEMBER_ID, with the
 * columns of both. Answers of one table stay as they are.
 */
export function joinedMembers(pieces: readonly TablePiece[]): readonly TablePiece[] {
  const states = pieces.findLast(({ columns }) => columns.includes('MEMBER_STATE'));
  const queues = pieces.findLast(({ columns }) => !columns.includes('MEMBER_STATE'));
  if (states === undefined || queues === undefined) return pieces;
  const added = queues.columns.filter((name) => !states.columns.includes(name));
  const idOf = (piece: TablePiece, row: TablePiece['rows'][number]) =>
    String(row[piece.columns.indexOf('MEMBER_ID')] ?? '');
  const byId = new Map(queues.rows.map((row) => [idOf(queues, row), row]));
  return [
    {
      ...states,
      columns: [...states.columns, ...added],
      rows: states.rows.map((row) => {
        const other = byId.get(idOf(states, row));
        return [...row, ...added.map((name) => other?.[queues.columns.indexOf(name)] ?? null)];
      }),
    },
  ];
}
