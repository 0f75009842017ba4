import { isFiller, type Line, ownText, type TakeUnknown } from './line';
import { type FieldsOf, lineForms, matchLine } from './line-form';

/** Where a latch was made or taken: base name of the file and line in the server's source. */
export interface SourcePlace {
  file: string;
  line: number;
}

/**
 * Waits for one kind of latch since the server's start; counts are decimal strings.
 * `RW-shared spins 25, rounds 600, OS waits 20`
 */
export interface SpinCount {
  lock: 'mutex' | 'rw-shared' | 'rw-excl' | 'rw-sx';
  /** Times that a thread began to spin. */
  spins: string;
  /** Rounds of spinning; null: MySQL 5.0 and 5.1 count none for rw-locks. */
  rounds: string | null;
  /** Times that spinning was in vain, so that the thread slept in the operating system. */
  osWaits: string;
  /** `Spin rounds per wait: 24.00 RW-shared`; null before 5.5. */
  roundsPerWait: number | null;
}

/** A thread that waits for a latch (sync0arr.cc sync_array_cell_print), with the place where it waits. */
export interface WaitingThread {
  /** Id in the operating system, as printed. */
  thread: string;
  file: string;
  line: number;
  seconds: number;
  /** `wait-x-lock`: holds the lock but waits for its readers to leave (`X-lock (wait_ex)`). */
  lock: 'mutex' | 's-lock' | 'x-lock' | 'sx-lock' | 'wait-x-lock' | 'unknown';
  /** Name of the latch where the server prints one: `TRX_POOL` (from 5.7 on), `trx_sys->mutex` (5.5, 5.6). */
  object: string | null;
  /** Where the latch was made: shows which one it is. */
  created: SourcePlace | null;
  /**
   * Who holds it: the writer of an rw-lock (`a writer (thread id N) has reserved it in mode exclusive`) or the owner of
   * a mutex (`locked by N`); null: nobody, only readers, or not printed. `place` is MariaDB's (10.2 to 10.5).
   */
  holder: { thread: string; mode: string | null; place: SourcePlace | null } | null;
  /** Readers inside an rw-lock; null for a mutex. */
  readers: number | null;
  /** The latest of them, `number of readers 1 (thread id N)` (MySQL 9); null: not printed. */
  reader: string | null;
  lastReadLocked: SourcePlace | null;
  lastWriteLocked: SourcePlace | null;
  /** `wait has ended`: it was woken but has not run yet. */
  ended: boolean;
}

/** SEMAPHORES. MariaDB from 10.6 on prints the title only. */
export interface Semaphores {
  /** Cells of the wait arrays reserved since the start: `OS WAIT ARRAY INFO: reservation count 23`, all arrays added. */
  reservations: string | null;
  /** `signal count 4`, all arrays added. */
  signals: string | null;
  spins: SpinCount[];
  waiting: WaitingThread[];
}

const counts = lineForms(
  'OS WAIT ARRAY INFO: reservation count {reservations:c}, signal count {signals:c}',
  'OS WAIT ARRAY INFO: reservation count {reservations:c}',
  'OS WAIT ARRAY INFO: signal count {signals:c}',
);

const spinForms = lineForms(
  'Mutex spin waits {mutexSpins:c}, rounds {mutexRounds:c}, OS waits {mutexWaits:c}',
  'RW-shared spins {sharedSpins:c}, rounds {sharedRounds:c}, OS waits {sharedWaits:c}',
  'RW-excl spins {exclSpins:c}, rounds {exclRounds:c}, OS waits {exclWaits:c}',
  'RW-sx spins {sxSpins:c}, rounds {sxRounds:c}, OS waits {sxWaits:c}',
  'RW-shared spins {sharedSpins:c}, OS waits {sharedWaits:c}; RW-excl spins {exclSpins:c}, OS waits {exclWaits:c}',
  'Spin rounds per wait: {mutexPer:f} mutex, {sharedPer:f} RW-shared, {exclPer:f} RW-excl',
  'Spin rounds per wait: {mutexPer:f} mutex, {sharedPer:f} RW-shared, {exclPer:f} RW-excl, {sxPer:f} RW-sx',
  'Spin rounds per wait: {sharedPer:f} RW-shared, {exclPer:f} RW-excl, {sxPer:f} RW-sx',
);
type Spins = Partial<FieldsOf<(typeof spinForms)['forms'][number]>>;

const cellStart = lineForms(
  '--Thread {thread:w} has waited at {file:w} line {line:n} for {seconds:f} seconds the semaphore:',
);

const cellForms = lineForms(
  // 5.7 and later: the mutex's own description, then its state or its owner.
  'Mutex at {at:w} Mutex {object:w} created {createdAt:w} lock var {state:w}',
  'Mutex at {at:w} Mutex {object:w} created {createdAt:w} locked by {owner:w}',
  'Mutex at {at:w} Mutex {object:w} created {createdAt:w} not locked',
  'Mutex at {at:w} Mutex {object:w} created {createdAt:w}',
  // 5.0 and 5.1, some kinds in 5.5: where it was made; 5.5 and 5.6: its name.
  'Mutex at {at:w} created file {createdFile:w} line {createdLine:n}, lock var {state:w}',
  'Mutex at {at:w} {quoted:w} lock var {state:w}',
  'S-lock on RW-latch at {sharedAt:w} created in file {createdFile:w} line {createdLine:n}',
  'X-lock on RW-latch at {exclAt:w} created in file {createdFile:w} line {createdLine:n}',
  'SX-lock on RW-latch at {sxAt:w} created in file {createdFile:w} line {createdLine:n}',
  'X-lock (wait_ex) on RW-latch at {waitExAt:w} created in file {createdFile:w} line {createdLine:n}',
  'S-lock on RW-latch at {sharedAt:w} {quoted:w}',
  'X-lock on RW-latch at {exclAt:w} {quoted:w}',
  'X-lock (wait_ex) on RW-latch at {waitExAt:w} {quoted:w}',
  'a writer (thread id {writer:w} has reserved it in mode {mode:t}',
  'number of readers {readers:n}, waiters flag {waiters:w} lock_word: {word:w}',
  'number of readers {readers:n} (thread id {reader:w} waiters flag {waiters:w} lock_word: {word:w}',
  'number of readers {readers:n}, waiters flag {waiters:w}',
  'Last time read locked in file {readFile:w} line {readLine:n}',
  'Last time write locked in file {writeFile:w} line {writeLine:n}',
  // Nobody has had it yet.
  'Last time read locked in file not yet reserved line {neverRead:n}',
  'Last time write locked in file not yet reserved line {neverWritten:n}',
  'Last time reserved in file {reservedFile:w} line {reservedLine:n}',
  'Last time reserved in file {reservedFile:w} line {reservedLine:n}, waiters flag {waiters:w}',
  'Holder thread {holder:w} file {holderFile:w} line {holderLine:n}',
  'waiters flag {waiters:w}',
  'Wait array cell state {state:w}',
  'wait {ended:w} ended',
  'wait is {ending:w}',
);
type Cell = Partial<FieldsOf<(typeof cellForms)['forms'][number]>>;

export function readSemaphores(lines: readonly Line[], unknown: TakeUnknown): Semaphores {
  const spins: Spins = {};
  const waiting: WaitingThread[] = [];
  const reserved: string[] = [];
  const signalled: string[] = [];
  let start: ReturnType<typeof startOf> = null;
  let cell: Cell = {};
  const finish = (): void => {
    if (start !== null) waiting.push(waitingThread(start, cell));
    start = null;
    cell = {};
  };
  for (const line of lines) {
    const next = startOf(line);
    const count = matchLine(line, counts);
    const spin = count === null ? matchLine(line, spinForms) : null;
    if (next !== null || count !== null || spin !== null) finish();
    if (next !== null) start = next;
    else if (count !== null) {
      if (count.reservations != null) reserved.push(count.reservations);
      if (count.signals != null) signalled.push(count.signals);
    } else if (spin !== null) Object.assign(spins, spin);
    else {
      const found = start === null ? null : cellFields(line);
      if (found !== null) cell = { ...cell, ...found };
      else if (!isFiller(line)) unknown(line);
    }
  }
  finish();
  return { reservations: sum(reserved), signals: sum(signalled), spins: spinCounts(spins), waiting };
}

function startOf(line: Line): { thread: string; place: SourcePlace; seconds: number } | null {
  if (!line.text.startsWith('--Thread ')) return null;
  const found = matchLine(line, cellStart);
  if (found?.thread == null || found.file == null || found.line == null || found.seconds == null) return null;
  return { thread: found.thread, place: placeOf(found.file, found.line), seconds: found.seconds };
}

function cellFields(line: Line): Cell | null {
  // The address is followed by a comma, which the forms take for part of the word.
  return ownText(line) === null ? null : matchLine(line, cellForms);
}

function waitingThread(
  start: { thread: string; place: SourcePlace; seconds: number },
  cell: Cell,
): WaitingThread {
  return {
    thread: start.thread,
    ...start.place,
    seconds: start.seconds,
    lock: lockOf(cell),
    object: plain(cell.object ?? cell.quoted),
    created: createdPlace(cell),
    holder: holderOf(cell),
    readers: cell.readers ?? null,
    reader: cell.reader == null ? null : bareThread(cell.reader),
    lastReadLocked: optionalPlace(cell.readFile, cell.readLine),
    lastWriteLocked: optionalPlace(cell.writeFile, cell.writeLine),
    ended: cell.ended === 'has' || cell.ending === 'ending',
  };
}

function lockOf(cell: Cell): WaitingThread['lock'] {
  if (cell.at != null) return 'mutex';
  if (cell.sharedAt != null) return 's-lock';
  if (cell.exclAt != null) return 'x-lock';
  if (cell.sxAt != null) return 'sx-lock';
  return cell.waitExAt != null ? 'wait-x-lock' : 'unknown';
}

function holderOf(cell: Cell): WaitingThread['holder'] {
  const thread = cell.writer ?? cell.owner ?? cell.holder;
  if (thread == null) return null;
  return {
    thread: bareThread(thread),
    mode: cell.mode ?? null,
    place: optionalPlace(cell.holderFile, cell.holderLine),
  };
}

/** `1401),` without what follows the number. */
function bareThread(text: string): string {
  return text.replace(/[),]{1,2}$/, '');
}

/** `trx0trx.cc:388`, from 5.7 on, or file and line. */
function createdPlace(cell: Cell): SourcePlace | null {
  const [, file, line] = /^(.+):(\d{1,9}),?$/.exec(cell.createdAt ?? '') ?? [];
  if (file !== undefined && line !== undefined) return placeOf(file, Number(line));
  return optionalPlace(cell.createdFile, cell.createdLine);
}

/** `'&trx_sys->mutex',` without quotes and sign. */
function plain(name: string | null | undefined): string | null {
  return name == null ? null : name.replace(/^['"]?&?/, '').replace(/['"]?,?$/, '');
}

function optionalPlace(file: string | null | undefined, line: number | null | undefined): SourcePlace | null {
  return file == null || line == null ? null : placeOf(file, line);
}

function placeOf(path: string, line: number): SourcePlace {
  return { file: path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1), line };
}

function sum(counts: readonly string[]): string | null {
  if (counts.length === 0) return null;
  return counts.reduce((total, count) => total + BigInt(count), 0n).toString();
}

function spinCounts(found: Spins): SpinCount[] {
  const count = (
    lock: SpinCount['lock'],
    spins: string | null | undefined,
    rounds: string | null | undefined,
    osWaits: string | null | undefined,
    roundsPerWait: number | null | undefined,
  ): SpinCount[] =>
    spins == null || osWaits == null
      ? []
      : [{ lock, spins, rounds: rounds ?? null, osWaits, roundsPerWait: roundsPerWait ?? null }];
  return [
    ...count('mutex', found.mutexSpins, found.mutexRounds, found.mutexWaits, found.mutexPer),
    ...count('rw-shared', found.sharedSpins, found.sharedRounds, found.sharedWaits, found.sharedPer),
    ...count('rw-excl', found.exclSpins, found.exclRounds, found.exclWaits, found.exclPer),
    ...count('rw-sx', found.sxSpins, found.sxRounds, found.sxWaits, found.sxPer),
  ];
}
