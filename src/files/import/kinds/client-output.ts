import { throwIfCancelled } from '../../../shared/base/error';
import type { Piece } from '../piece';
import { StatusSeries } from '../readings';
import { type ClientOutput, ClientOutputReader } from '../result-set';
import { piecesOf } from '../results/registry';
import type { FileKind } from './kind';

/** What mysql, mariadb, mysqladmin, pt-stalk, pt-mysql-summary and MySQL Shell print of the server's answers. */
export const clientOutput: FileKind = {
  id: 'client-output',
  title: 'answers of the server',
  matches: (head) =>
    /^\+-+\+|^\*{10,} *\d+\. row|INNODB MONITOR OUTPUT|^[^\t\n]{1,80}\t/m.test(head) ||
    /^(?:[A-Z][\w.]* \S+ \S+\n){5}/m.test(head),
  read: async (text, _name, context, emit) => {
    const counts = new Map<string, number>();
    const series = new StatusSeries(context.limits.readings);
    const found = (title: string, piece: Piece) => {
      counts.set(title, (counts.get(title) ?? 0) + 1);
      if (piece.kind === 'status') series.add(piece);
      else emit(piece);
    };
    const reader = new ClientOutputReader(context.limits, (output) => take(output, found));
    for await (const lines of text.lines()) {
      throwIfCancelled(context.signal);
      for (const line of lines) reader.push(line);
    }
    reader.end();
    const { readings, remarks } = series.finish();
    for (const reading of readings) emit(reading);
    return {
      found: [...counts].map(([title, count]) => (count === 1 ? title : `${title} (${count} times)`)),
      remarks: [
        ...remarks,
        ...(reader.dropped > 0
          ? [`${reader.dropped} rows beyond the first ${context.limits.rows} of a result were left out`]
          : []),
        ...(text.cutLines > 0 ? [`${text.cutLines} very long lines were cut`] : []),
      ],
    };
  },
};

function take(output: ClientOutput, found: (title: string, piece: Piece) => void): void {
  if (output.kind === 'innodb-status') {
    found('InnoDB status', { kind: 'innodb-status', text: output.text, at: output.at });
    return;
  }
  for (const { title, piece } of piecesOf(output.result)) found(title, piece);
}
