import { cutIntoSections } from '../../../knowledge/innodb-status/sections';
import { throwIfCancelled } from '../../../shared/base/error';
import { counted } from '../../../shared/base/units';
import { importLimits } from '../limits';
import { PasteReader, type PasteResult } from '../paste/paste-reader';
import { type Piece, wholeList } from '../piece';
import { StatusSeries } from '../readings';
import { type ClientOutput, ClientOutputReader, type ResultSet } from '../result-set';
import { piecesOf } from '../results/registry';
import { RowForms } from '../row-forms';
import type { FileKind } from './kind';

/** A text that people paste is shorter; a longer one is of a client, whose form is known. */
const pasteLimit = 1024 ** 2;

/**
 * What mysql, mariadb, mysqladmin, pt-stalk, pt-mysql-summary and MySQL Shell print of the server's answers, and what people
 * copied of it, or of a report, from a page: without its form, names and values are read line by line.
 */
export const clientOutput: FileKind = {
  id: 'client-output',
  title: 'answers of the server',
  matches: (head, name) =>
    /^[ \t>]{0,40}(?:&gt; ?){0,8}(?:\d{1,4}[.:)]?[ \t]{1,8})?(?:\+-+\+|\*{10,} *\d+\. row)|INNODB MONITOR OUTPUT|^[^\t\n]{1,80}\t/m.test(
      head,
    ) ||
    /^(?:[A-Z][\w.]* \S+ \S+\n){5}/m.test(head) ||
    (mayBePasted(name) && isPaste(head)),
  read: async (text, name, context, emit) => {
    const series = new StatusSeries(context.limits.readings);
    const paste = new PasteReader(context.limits.readings, context.redactStatement);
    const pastes = mayBePasted(name);
    const found: Found[] = [];
    const reader = new ClientOutputReader(context.limits, (output) =>
      take(output, (title, piece) => {
        if (piece.kind === 'status') series.add(piece);
        found.push({
          title,
          kind: kindOf(piece),
          piece: piece.kind === 'status' ? null : piece,
          names: namesOf(piece),
        });
      }),
    );
    const forms = new RowForms(context.limits, isOfASection);
    let length = 0;
    for await (const lines of text.lines()) {
      throwIfCancelled(context.signal);
      for (const line of pastes ? lines.flatMap(monitorLines) : lines) {
        reader.push(pastes ? undressed(line) : line);
        length += line.length + 1;
        if (pastes && length <= pasteLimit) {
          paste.push(line);
          forms.push(undressed(line));
        }
      }
    }
    reader.end();
    for (const result of forms.end())
      for (const { title, piece } of piecesOf(result))
        if (piece.kind === 'table' ? !hasSection(found, piece.section) : piece.kind === 'host')
          found.push({ title, kind: 'other', piece, names: 0 });
    const { readings, remarks } = series.finish();
    const limits = limitRemarks(reader.dropped, context.limits.rows, text.cutLines);
    const pasted = pastes && length <= pasteLimit ? paste.end() : null;
    const takes = pasted === null ? null : takenFrom(pasted, found);
    const formed = found.filter(({ kind }) => kind === 'other' || takes?.[kind] !== true);
    for (const { piece } of formed)
      if (piece !== null && (piece.kind !== 'innodb-status' || hasSections(piece.text))) emit(piece);
    if (takes?.status !== true) for (const reading of readings) emit(reading);
    const hasMonitor = found.some(({ piece }) => piece?.kind === 'innodb-status' && hasSections(piece.text));
    const copied = (pasted?.pieces ?? []).filter((piece) => {
      // The whole text in the server's own form is better than what was put together.
      if (piece.kind === 'innodb-status') return !hasMonitor;
      if (piece.kind === 'table') return !hasSection(found, piece.section);
      const kind = kindOf(piece);
      return kind === 'other' || takes?.[kind] === true;
    });
    const isAnything = formed.length > 0 || (pasted?.pieces.length ?? 0) > 0;
    const about = isAnything ? (pasted?.about ?? []) : [];
    for (const piece of [...copied, ...about]) emit(piece, 'pasted');
    const isCopied = pasted !== null && copied.length > 0;
    return {
      found: [
        ...(isCopied ? foundIn(pasted, takes, hasMonitor) : []),
        ...[...copied, ...about].flatMap((piece) => foundOf(piece) ?? []),
        ...countsOf(formed.map(({ title }) => title)),
      ],
      remarks: [
        ...(takes?.status === true ? (pasted?.remarks ?? []) : remarks),
        ...(isCopied ? remarksOn(pasted) : []),
        ...limits,
      ],
      ...(isCopied ? { notUnderstood: pasted.strange } : {}),
    };
  },
};

/** A line as the client printed it: without the marks of a quotation and the indentation before a table, which its form cannot have. */
function undressed(line: string): string {
  if (!/^[ \t>&\u00a0\d]/.test(line)) return line;
  return (
    line
      // Pages and editors number the lines of what they show.
      .replace(/^\s{0,8}\d{1,4}(?:[.:)]\s|\s{1,4}(?=[|+*]))/, '')
      .replace(/^(?:[ \t]{0,8}(?:>|&gt;)){1,8} ?/, '')
      .replaceAll('\u00a0', ' ')
      .replace(/^[ \t]{1,40}(?=\+-|\| |\*{10})/, '')
  );
}

/** An InnoDB status within a string of JSON or of a program, in which `\\n` stands for the end of a line; batch output has a reader of its own. */
function monitorLines(line: string): string[] {
  const isEscaped = line.includes('INNODB MONITOR OUTPUT') && /\\n[-=]{4}/.test(line) && !line.includes('\t');
  return isEscaped ? line.split(/(?:\\r)?\\n/).map((part) => part.replaceAll(/\\(["\\/])/g, '$1')) : [line];
}

/** A page may have lost the lines of its titles: then what is put together of its lines is better. */
function hasSections(text: string): boolean {
  return cutIntoSections(text).sections.size > 0;
}

/** Names with values are read line by line; clocks and plans have readers of their own. */
function isOfASection(result: ResultSet): boolean {
  return piecesOf(result).some(({ piece }) => piece.kind === 'table' || piece.kind === 'host');
}

/** Whether an answer in the form of a client filled the section. */
function hasSection(found: readonly Found[], section: string): boolean {
  return found.some(({ piece }) => piece?.kind === 'table' && piece.section === section);
}

interface Found {
  title: string;
  kind: 'variables' | 'status' | 'other';
  /** null: a reading of the status, which the series holds. */
  piece: Piece | null;
  /** How many variables or status variables it has. */
  names: number;
}

function kindOf({ kind }: Piece): Found['kind'] {
  return kind === 'variables' || kind === 'status' ? kind : 'other';
}

function namesOf(piece: Piece): number {
  return piece.kind === 'status' || piece.kind === 'variables' ? piece.values.size : 0;
}

interface Taken {
  variables: boolean;
  status: boolean;
}

/** Whether variables, and status, are taken from what was read line by line: where the form of a client did not carry them. */
function takenFrom(pasted: PasteResult, found: readonly Found[]): Taken {
  const most = (kind: keyof Taken) =>
    Math.max(0, ...found.flatMap((one) => (one.kind === kind ? [one.names] : [])));
  const formed = { variables: most('variables'), status: most('status') };
  const all = formed.variables + formed.status;
  const names = pasted.variables + pasted.status;
  if (all < wholeList) {
    const isMixed = (['variables', 'status'] as const).some((kind) => pasted[kind] > 0 !== formed[kind] > 0);
    const more = names > all || (names === all && isMixed) || (all === 0 && pasted.pieces.length > 0);
    return { variables: more, status: more };
  }
  // Both in one list without a heading between them were taken for one of them.
  const isLumped = Math.abs(names - all) <= all * 0.1 && Math.abs(pasted.status - formed.status) > wholeList;
  return {
    variables: isLumped || (formed.variables === 0 && pasted.variables > 0),
    status: isLumped || (formed.status === 0 && pasted.status > 0),
  };
}

/** What people copy is a text; the tables of tools have the form of their ending. */
function mayBePasted(name: string): boolean {
  // Values of MySQLTuner's own session are not the server's.
  if (/session_(?:status|variables)|variables_by_thread|status_by_/i.test(name)) return false;
  return /(?:^|\/)[^./]+$|\.(?:txt|text|md|html?|log|out|status|lst|csv|json|xml|ya?ml)$/i.test(name);
}

/** Whether some lines of the head have names of servers with values, or rows of an answer. */
function isPaste(head: string): boolean {
  const reader = new PasteReader(4, (sql) => sql);
  const forms = new RowForms(importLimits, isOfASection);
  for (const line of head.split(/\r?\n/).flatMap(monitorLines)) {
    reader.push(line);
    forms.push(undressed(line));
  }
  return reader.end().pieces.length > 0 || forms.end().length > 0;
}

function foundIn(
  { variables, status, readings, options, innodbStatus, report }: PasteResult,
  takes: Taken | null,
  hasMonitor: boolean,
): string[] {
  return [
    ...(innodbStatus && !hasMonitor ? ['part of an InnoDB status'] : []),
    ...(options === 0 ? [] : [`${options} settings of an option file`]),
    ...(report === null ? [] : [`report of ${report}`]),
    ...(variables === 0 || takes?.variables !== true ? [] : [`${counted(variables, 'variable')}`]),
    ...(status === 0 || takes?.status !== true
      ? []
      : [`${status} status variables${readings > 1 ? ` (${readings} times)` : ''}`]),
  ];
}

/** What a piece is that is neither variables, status, options nor an InnoDB status; null: those are counted elsewhere. */
function foundOf(piece: Piece): string | null {
  switch (piece.kind) {
    case 'table':
      return `${counted(piece.rows.length, 'row')} of ${piece.section.replaceAll('-', ' ')}`;
    case 'slow-log':
      return `${counted(piece.log.digests.length, 'statement')} of a slow log or its report`;
    case 'host':
      return 'facts about the host';
    default:
      return null;
  }
}

function remarksOn({ rounded, strange, leftOut }: PasteResult): string[] {
  return [
    ...(rounded === 0 ? [] : [`${rounded} counters are rounded, as the report prints them`]),
    ...(strange.length === 0
      ? []
      : [`${counted(strange.length, 'line')} with unknown names: ${strange.slice(0, 3).join('; ')}`]),
    ...leftOut,
  ];
}

function countsOf(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts].map(([title, count]) => (count === 1 ? title : `${title} (${counted(count, 'time')})`));
}

function limitRemarks(dropped: number, rows: number, cutLines: number): string[] {
  return [
    ...(dropped > 0 ? [`${dropped} rows beyond the first ${rows} of a result were left out`] : []),
    ...(cutLines > 0 ? [`${cutLines} very long lines were cut`] : []),
  ];
}

function take(output: ClientOutput, found: (title: string, piece: Piece) => void): void {
  if (output.kind === 'innodb-status') {
    found('InnoDB status', { kind: 'innodb-status', text: output.text, at: output.at });
    return;
  }
  for (const { title, piece } of piecesOf(output.result)) found(title, piece);
}
