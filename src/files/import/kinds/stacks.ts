import { basisOf, stackSection, stackTable } from '../../../knowledge/stacks/stack-section';
import { StackCounter, stackFormat, stackReader } from '../../../knowledge/stacks/stack-text';
import { throwIfCancelled } from '../../../shared/base/error';
import type { FileKind } from './kind';

/** Stacks and profiles: `perf report --stdio`, `perf script`, folded stacks, pt-pmp, and gdb's `thread apply all bt`. */
export const stacks: FileKind = {
  id: 'stacks',
  title: 'stacks of functions',
  // `mysql> show status like 'Questions';  -> 12` ends in a number as folded stacks do.
  // So does a line of a page after an entity.
  matches: (head) =>
    !/^[ \t]{0,40}&(?:gt|lt|quot|nbsp|amp|#39);/m.test(head) &&
    !/^[ \t>]*(?:mysql|mariadb(?: \[[^\]\n]{0,60}\])?)> /im.test(head) &&
    stackFormat(head) !== null,
  read: async (text, _name, context, emit) => {
    const format = stackFormat(text.head);
    if (format === null) return { found: [], remarks: [] };
    const counter = new StackCounter();
    const reader = stackReader(format, counter);
    for await (const lines of text.lines()) {
      throwIfCancelled(context.signal);
      for (const line of lines) reader.push(line);
    }
    reader.end();
    const found = counter.stacks();
    if (found.length === 0) return { found: [], remarks: [] };
    const table = stackTable(found, basisOf(format));
    emit({ kind: 'table', section: stackSection, columns: table.columns, rows: table.rows, at: null });
    return {
      found: [`${found.length} different ${format === 'perf-report' ? 'functions' : 'stacks'}`],
      remarks: counter.dropped > 0 ? ['Stacks beyond the limit were left out'] : [],
    };
  },
};
