import type { Piece } from './piece';

type TablePiece = Extract<Piece, { kind: 'table' }>;

/**
 * INNODB_TRX as the server gives it has the start of each transaction: with the server's own clock, how old it is.
 * @param clock milliseconds since 1970 of the server's `now()`, in whatever zone it prints times
 */
export function withAges(piece: TablePiece, clock: number): TablePiece {
  const started = piece.columns.indexOf('TRX_STARTED');
  if (piece.section !== 'transactions' || started < 0 || piece.columns.includes('AGE_SECONDS')) return piece;
  const ageOf = (text: string) => {
    const age = (clock - Date.parse(`${text.replace(' ', 'T')}Z`)) / 1000;
    return age >= 0 ? Math.round(age) : null;
  };
  return {
    ...piece,
    columns: [...piece.columns, 'AGE_SECONDS'],
    rows: piece.rows.map((row) => [...row, ageOf(String(row[started] ?? ''))]),
  };
}
