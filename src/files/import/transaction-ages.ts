import type { Piece } from './piece';

type TablePiece = Extract<Piece, { kind: 'table' }>;

/**
 * INNODB_TRX as the server gives it has the start of each transaction: with the server's own clock, how old it is.
 * @param clock milliseconds since 1970 of the server's `now()`, in whatever zone it prints times; null: not known, then ages count to
 * the start of the newest of them, so that they are at least as old
 */
export function withAges(piece: TablePiece, clock: number | null): TablePiece {
  const started = piece.columns.indexOf('TRX_STARTED');
  if (piece.section !== 'transactions' || started < 0 || piece.columns.includes('AGE_SECONDS')) return piece;
  const timeOf = (cell: unknown) => Date.parse(`${String(cell ?? '').replace(' ', 'T')}Z`);
  const until = clock ?? newestOf(piece.rows.map((row) => timeOf(row[started])));
  if (until === null) return piece;
  const ageOf = (cell: unknown) => {
    const age = (until - timeOf(cell)) / 1000;
    return age >= 0 ? Math.round(age) : null;
  };
  return {
    ...piece,
    columns: [...piece.columns, 'AGE_SECONDS'],
    rows: piece.rows.map((row) => [...row, ageOf(row[started])]),
  };
}

/** The latest of several times; null: fewer than two are times. */
function newestOf(times: readonly number[]): number | null {
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length < 2 ? null : known.reduce((newest, time) => Math.max(newest, time));
}
