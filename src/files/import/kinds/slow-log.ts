import { throwIfCancelled } from '../../../shared/base/error';
import { counted } from '../../../shared/base/units';
import type { FileKind } from './kind';
import { SlowLogReader } from './slow-log-reader';

/** The slow query log of MySQL from 5.0 on, Percona Server and MariaDB. */
export const slowLog: FileKind = {
  id: 'slow-log',
  title: 'slow query log',
  // Within a post the log is a part of it, which what reads posts takes out.
  matches: (head) =>
    /^# (?:User@Host|Time): /m.test(head) &&
    /^# Query_time: \d/m.test(head) &&
    (/^\s{0,200}(?:# |\S.{0,300}, Version: \S+ .{0,300}started with:|Tcp port: )/i.test(head) ||
      beginsWithin(head)),
  read: async (text, _name, context, emit) => {
    const reader = new SlowLogReader(context.limits, context.redactStatement);
    for await (const lines of text.lines()) {
      throwIfCancelled(context.signal);
      for (const line of lines) reader.push(line);
    }
    const log = reader.end();
    if (log.statements === 0) return { found: [], remarks: [] };
    emit({ kind: 'slow-log', log });
    return {
      found: [`${counted(log.statements, 'statement')} in ${counted(log.digests.length, 'digest')}`],
      remarks: [
        'The slow log holds only statements that took longer than long_query_time when they ran; shares are shares of those',
        ...(log.uncounted > 0
          ? [`${log.uncounted} statements beyond the first ${context.limits.digests} digests were left out`]
          : []),
      ],
    };
  },
};

/** Whether what stands before the first entry is the rest of a statement, or of a heading: `tail -n` and `tail -c` cut so. */
function beginsWithin(head: string): boolean {
  let before = '';
  for (const line of head.split('\n')) {
    const text = line.replaceAll('\0', '').trim();
    if (/^# (?:User@Host|Time): /.test(text)) return before === '' || before.endsWith(';');
    // The lines of one heading follow each other: the first of them was cut.
    if (/^# Query_time: /.test(text)) return /@Host: |^[\w-]{0,40}:|\[[\w.-]{0,60}\]/.test(before);
    // A prompt, a table and a group of options are of a post.
    if (/^(?:mysql|MariaDB \[.{0,60}\])> |^\+-{3}|^\[\w{1,40}\]$|^```/.test(text)) return false;
    if (text !== '') before = text;
  }
  return false;
}
