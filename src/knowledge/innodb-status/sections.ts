import type { Line } from './line';

/**
 * Titles of the sections in the order in which InnoDB prints them (srv0srv.cc srv_printf_innodb_monitor), and whether
 * they quote users' statements and rows. MySQL 5.0 and 5.1 know no background thread; Percona Server 5.5 and 5.6 print
 * the transactions last; MariaDB 10.11 (seen in 10.11.18) and 11 print the adaptive hash index only.
 */
export const sectionTitles = [
  { title: 'BACKGROUND THREAD', quotesUsers: false },
  { title: 'SEMAPHORES', quotesUsers: false },
  { title: 'LATEST FOREIGN KEY ERROR', quotesUsers: true },
  { title: 'LATEST DETECTED DEADLOCK', quotesUsers: true },
  { title: 'TRANSACTIONS', quotesUsers: true },
  { title: 'FILE I/O', quotesUsers: false },
  { title: 'INSERT BUFFER AND ADAPTIVE HASH INDEX', quotesUsers: false },
  { title: 'ADAPTIVE HASH INDEX', quotesUsers: false },
  { title: 'LOG', quotesUsers: false },
  { title: 'BUFFER POOL AND MEMORY', quotesUsers: false },
  { title: 'INDIVIDUAL BUFFER POOL INFO', quotesUsers: false },
  { title: 'ROW OPERATIONS', quotesUsers: false },
] as const;

export type SectionTitle = (typeof sectionTitles)[number]['title'];

const byTitle: ReadonlyMap<string, (typeof sectionTitles)[number]> = new Map(
  sectionTitles.map((section) => [section.title, section]),
);

/** The text cut into sections. */
export interface StatusText {
  /** What stands before the first section. */
  preamble: Line[];
  sections: ReadonlyMap<SectionTitle, Line[]>;
  /** After the end of the monitor's output; nothing should be there. */
  rest: Line[];
  truncated: Truncation | null;
}

/**
 * Where the text was cut. `middle`: MySQL left out part of the list of transactions because the whole passed 1 MB
 * (ha_innodb.cc innodb_show_status); `end`: what follows the last line is missing.
 */
export interface Truncation {
  at: 'middle' | 'end';
  line: number;
}

const endOfOutput = 'END OF INNODB MONITOR OUTPUT';
const cutMark = '... truncated...';

/** Cuts the text into lines and sections. Work is linear in its length. */
export function cutIntoSections(text: string): StatusText {
  const lines = linesOf(text);
  const starts = believedTitles(lines);
  const end = endIndex(lines, starts.at(-1)?.index ?? 0);
  const sections = new Map<SectionTitle, Line[]>();
  starts.forEach(({ title, index }, position) => {
    // The line of dashes before the next title, or before the end, belongs to that.
    const next = Math.min(starts[position + 1]?.index ?? end, end);
    sections.set(title, lines.slice(index + 2, next === lines.length ? next : Math.max(index + 2, next - 1)));
  });
  const cut = lines.find(isCutMark);
  const last = lines.at(-1);
  return {
    preamble: lines.slice(0, Math.max(0, (starts[0]?.index ?? end) - 1)),
    sections,
    rest: lines.slice(end + 1),
    truncated:
      cut !== undefined
        ? { at: 'middle', line: cut.number }
        : end === lines.length && last !== undefined
          ? { at: 'end', line: last.number }
          : null,
  };
}

/** True for the line that MySQL prints where it left out transactions. */
export function isCutMark(line: Line): boolean {
  return line.text.startsWith(cutMark);
}

function linesOf(text: string): Line[] {
  if (text === '') return [];
  const lines = text.split('\n').map((line, index) => ({
    number: index + 1,
    text: line.endsWith('\r') ? line.slice(0, -1) : line,
  }));
  if (lines.at(-1)?.text === '') lines.pop();
  return lines;
}

/**
 * The lines that are titles: a known one between two lines of dashes. Statements may hold such lines too: of those
 * after the first section that quotes users the last one of each title is InnoDB's, since it prints them later; and a
 * section that quotes users begins in its own way.
 */
function believedTitles(lines: readonly Line[]): { title: SectionTitle; index: number }[] {
  const candidates = lines.flatMap(({ text }, index) => {
    const found = byTitle.get(text);
    return found !== undefined && isDashes(lines[index - 1]) && isDashes(lines[index + 1])
      ? [{ ...found, index, opens: opensLike(found.title, lines[index + 2]?.text) }]
      : [];
  });
  const firstQuoting = candidates.find(({ quotesUsers }) => quotesUsers)?.index ?? Number.POSITIVE_INFINITY;
  const firstOf = new Map<SectionTitle, number>();
  const lastOf = new Map<SectionTitle, number>();
  for (const { title, index, opens } of candidates) {
    if (opens && !firstOf.has(title)) firstOf.set(title, index);
    lastOf.set(title, index);
  }
  for (const { title, index } of candidates) if (!firstOf.has(title)) firstOf.set(title, index);
  return candidates.filter(({ title, index, quotesUsers }) => {
    const first = firstOf.get(title);
    if (quotesUsers || (first ?? firstQuoting) < firstQuoting) return index === first;
    return index === lastOf.get(title);
  });
}

function isDashes(line: Line | undefined): boolean {
  return line !== undefined && /^-{3,64}$/.test(line.text);
}

function opensLike(title: SectionTitle, line: string | undefined): boolean {
  if (title === 'TRANSACTIONS') return line === undefined || line.startsWith('Trx id counter ');
  if (!title.startsWith('LATEST ')) return true;
  return line === undefined || /^\d{4}-\d\d-\d\d |^\d{6} /.test(line);
}

/** Index of the line that ends the output, after all sections: the last one, since statements come before it. */
function endIndex(lines: readonly Line[], after: number): number {
  for (let index = lines.length - 1; index > after; index -= 1) {
    if (lines[index]?.text === endOfOutput) return index;
  }
  return lines.length;
}
