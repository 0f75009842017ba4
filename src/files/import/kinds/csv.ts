import { throwIfCancelled } from '../../../shared/base/error';
import { piecesOf } from '../results/registry';
import type { FileKind } from './kind';

/**
 * Tables of `mysqltuner --dumpdir`: one CSV file a table, every cell in quotes that are not doubled within it, since
 * the tool only puts `","` between cells.
 */
export const csv: FileKind = {
  id: 'csv',
  title: 'table of MySQLTuner',
  matches: (head, name) =>
    // Values of the tool's own session are not the server's.
    /\.csv$/i.test(name) &&
    !/session_(?:status|variables)|variables_by_thread|status_by_/i.test(name) &&
    /^"[^"\n]+"(?:,"[^"\n]*")*\r?$/m.test(head.split('\n', 1)[0] ?? ''),
  read: async (text, _name, context, emit) => {
    let columns: string[] | null = null;
    const rows: string[][] = [];
    let dropped = 0;
    for await (const lines of text.lines()) {
      throwIfCancelled(context.signal);
      for (const line of lines) {
        if (line === '') continue;
        const cells = cellsOf(line);
        if (columns === null) columns = cells;
        else if (cells.length !== columns.length) dropped += 1;
        else if (rows.length < context.limits.rows) rows.push(cells);
        else dropped += 1;
      }
    }
    const pieces = columns === null || rows.length === 0 ? [] : piecesOf({ columns, rows, at: null });
    for (const { piece } of pieces) emit(piece);
    return {
      found: pieces.map(({ title }) => title),
      remarks:
        pieces.length > 0 && dropped > 0
          ? [`${dropped} rows were left out: of other lengths, or too many`]
          : [],
    };
  },
};

function cellsOf(line: string): string[] {
  const inner = line.replace(/^"/, '').replace(/"\s*$/, '');
  return inner.split('","');
}
