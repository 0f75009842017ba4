import { type BackgroundThread, readBackgroundThread } from './background';
import { type BufferPool, readBufferPool } from './buffer-pool';
import { type Deadlock, readDeadlock, timeOf } from './deadlock';
import { type FileIo, readFileIo } from './file-io';
import { type ForeignKeyError, readForeignKeyError } from './foreign-key-error';
import { type AdaptiveHash, type InsertBuffer, readInsertBuffer } from './insert-buffer';
import { isFiller, type Line, type TakeUnknown } from './line';
import { type RedoLog, readLog } from './log';
import { type RowOperations, readRowOperations } from './row-operations';
import { cutIntoSections, type SectionTitle, sectionTitles, type Truncation } from './sections';
import { readSemaphores, type Semaphores } from './semaphores';
import { readTransactions, type Transactions } from './transactions';

export { type SectionTitle, sectionTitles } from './sections';

/** A line that no known form fits, kept as it is. */
export interface UnknownLine {
  /** Null: before or after all sections. */
  section: SectionTitle | null;
  /** Counts from 1. */
  line: number;
  text: string;
}

/**
 * SHOW ENGINE INNODB STATUS as fields. Null: the server printed no such section or line. Ids, positions and counters of
 * 64 bits are decimal strings.
 */
export interface InnodbStatus {
  /** When it was printed, in the server's zone: `2026-11-21 04:14:17`, in 5.5 and before `121121  4:14:17`. */
  at: string | null;
  /** Seconds, `Per second averages calculated from the last 30 seconds`: the time over which all rates run. */
  averagedSeconds: number | null;
  background: BackgroundThread | null;
  semaphores: Semaphores | null;
  /** Null: none since the server's start. */
  latestForeignKeyError: ForeignKeyError | null;
  /** Null: none since the server's start. */
  latestDeadlock: Deadlock | null;
  transactions: Transactions | null;
  io: FileIo | null;
  insertBuffer: InsertBuffer | null;
  adaptiveHash: AdaptiveHash | null;
  log: RedoLog | null;
  bufferPool: BufferPool | null;
  rows: RowOperations | null;
  /** Null: the text is whole. */
  truncated: Truncation | null;
  unknownLines: UnknownLine[];
}

/**
 * Reads the text of SHOW ENGINE INNODB STATUS (srv0srv.cc srv_printf_innodb_monitor) of MySQL 5.0 to 9, Percona Server
 * or MariaDB. Nothing is refused: what a version does not print, or what was redacted or cut off, is null; a line of no
 * known form is listed. Work is linear in the length of the text.
 * @param wanted sections that are read; the fields of the others are null
 */
export function parseInnodbStatus(
  text: string,
  wanted: readonly SectionTitle[] = sectionTitles.map(({ title }) => title),
): InnodbStatus {
  const { preamble, sections, rest, truncated } = cutIntoSections(text);
  const unknownLines: UnknownLine[] = [];
  const unknownIn =
    (section: SectionTitle | null): TakeUnknown =>
    (line) => {
      // Left by redaction in place of a line: what it said is not known, but that is.
      if (line.text !== redactedLine) unknownLines.push({ section, line: line.number, text: line.text });
    };
  const read = <T>(title: SectionTitle, parse: (lines: Line[], unknown: TakeUnknown) => T): T | null => {
    const lines = wanted.includes(title) ? sections.get(title) : undefined;
    return lines === undefined ? null : parse(lines, unknownIn(title));
  };
  const buffer = read('INSERT BUFFER AND ADAPTIVE HASH INDEX', readInsertBuffer);
  const hash = read('ADAPTIVE HASH INDEX', readInsertBuffer);
  const individual = sections.get('INDIVIDUAL BUFFER POOL INFO') ?? [];
  const status: InnodbStatus = {
    ...readPreamble(preamble, unknownIn(null)),
    background: read('BACKGROUND THREAD', readBackgroundThread),
    semaphores: read('SEMAPHORES', readSemaphores),
    latestForeignKeyError: read('LATEST FOREIGN KEY ERROR', readForeignKeyError),
    latestDeadlock: read('LATEST DETECTED DEADLOCK', readDeadlock),
    transactions: read('TRANSACTIONS', readTransactions),
    io: read('FILE I/O', readFileIo),
    insertBuffer: buffer?.insertBuffer ?? null,
    adaptiveHash: buffer?.adaptiveHash ?? hash?.adaptiveHash ?? null,
    log: read('LOG', readLog),
    bufferPool: read('BUFFER POOL AND MEMORY', (lines, unknown) =>
      readBufferPool(lines, individual, unknown),
    ),
    rows: read('ROW OPERATIONS', readRowOperations),
    truncated,
    unknownLines,
  };
  for (const line of rest) if (!isFiller(line)) unknownIn(null)(line);
  return { ...status, unknownLines: unknownLines.sort((a, b) => a.line - b.line) };
}

/** What is judged of the status, each section read when it is first asked for: most readers want one of them. */
export type StatusSections = Readonly<
  Pick<
    InnodbStatus,
    'at' | 'semaphores' | 'latestDeadlock' | 'transactions' | 'log' | 'bufferPool' | 'rows' | 'truncated'
  >
>;

/** The same as `parseInnodbStatus` gives, section by section; lines of no known form are not listed. */
export function innodbStatusSections(text: string): StatusSections {
  return new LateSections(text);
}

class LateSections implements StatusSections {
  readonly at: string | null;
  readonly truncated: Truncation | null;
  readonly #semaphores: () => Semaphores | null;
  readonly #latestDeadlock: () => Deadlock | null;
  readonly #transactions: () => Transactions | null;
  readonly #log: () => RedoLog | null;
  readonly #bufferPool: () => BufferPool | null;
  readonly #rows: () => RowOperations | null;

  constructor(text: string) {
    const { preamble, sections, truncated } = cutIntoSections(text);
    const late = <T>(title: SectionTitle, parse: (lines: Line[], unknown: TakeUnknown) => T) => {
      let read: { value: T | null } | undefined;
      return () => {
        const lines = sections.get(title);
        read ??= { value: lines === undefined ? null : parse(lines, () => {}) };
        return read.value;
      };
    };
    this.at = readPreamble(preamble, () => {}).at;
    this.truncated = truncated;
    this.#semaphores = late('SEMAPHORES', readSemaphores);
    this.#latestDeadlock = late('LATEST DETECTED DEADLOCK', readDeadlock);
    this.#transactions = late('TRANSACTIONS', readTransactions);
    this.#log = late('LOG', readLog);
    const individual = sections.get('INDIVIDUAL BUFFER POOL INFO') ?? [];
    this.#bufferPool = late('BUFFER POOL AND MEMORY', (lines, unknown) =>
      readBufferPool(lines, individual, unknown),
    );
    this.#rows = late('ROW OPERATIONS', readRowOperations);
  }

  get semaphores() {
    return this.#semaphores();
  }

  get latestDeadlock() {
    return this.#latestDeadlock();
  }

  get transactions() {
    return this.#transactions();
  }

  get log() {
    return this.#log();
  }

  get bufferPool() {
    return this.#bufferPool();
  }

  get rows() {
    return this.#rows();
  }
}

const redactedLine = '(line left out)';
const heading = /^(.{1,64}) INNODB MONITOR OUTPUT ?$/;
const averages = /^Per second averages calculated from the last (\d{1,15}) seconds$/;

function readPreamble(
  lines: readonly Line[],
  unknown: TakeUnknown,
): { at: string | null; averagedSeconds: number | null } {
  let at: string | null = null;
  let averagedSeconds: number | null = null;
  for (const line of lines) {
    const text = line.text.slice(0, 256);
    const time = heading.exec(text)?.[1];
    const seconds = averages.exec(text)?.[1];
    if (time !== undefined) at ??= timeOf(time);
    else if (seconds !== undefined) averagedSeconds ??= Number(seconds);
    else if (!isFiller(line)) unknown(line);
  }
  return { at, averagedSeconds };
}
