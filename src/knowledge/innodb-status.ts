/** A log position: the LSN as a decimal string, since it may pass 2^53. */
export type Lsn = string;

export interface SpinCount {
  lock: 'mutex' | 'rw-shared' | 'rw-excl' | 'rw-sx';
  spins: number;
  rounds: number;
  osWaits: number;
  roundsPerWait: number | null;
}

/** A thread that waits for a latch, with the place in the server's source where it waits. */
export interface WaitingThread {
  thread: string;
  file: string;
  line: number;
  seconds: number;
  lock: 'mutex' | 's-lock' | 'x-lock' | 'sx-lock' | 'unknown';
  /** Name of the mutex where the server prints one, e.g. `TRX_POOL`. */
  object: string | null;
  /** Where the latch was made, `btr0sea.cc:173`: tells which one it is. */
  created: string | null;
}

/** SHOW ENGINE INNODB STATUS as fields. null: the server printed no such section or line. */
export interface InnodbStatus {
  /** Seconds over which the per-second averages of the text run. */
  averagedSeconds: number | null;
  semaphores: { spins: SpinCount[]; waiting: WaitingThread[] } | null;
  transactions: {
    historyListLength: number | null;
    purgeState: string | null;
    /** Transactions listed, of those active, and of those waiting for a lock. */
    listed: number;
    active: number;
    lockWaits: number;
  } | null;
  io: {
    pendingReads: number | null;
    pendingWrites: number | null;
    pendingLogFlushes: number | null;
    pendingFlushes: number | null;
  } | null;
  adaptiveHash: { searchesPerSecond: number; nonHashSearchesPerSecond: number } | null;
  log: {
    sequenceNumber: Lsn | null;
    flushedUpTo: Lsn | null;
    pagesFlushedUpTo: Lsn | null;
    lastCheckpointAt: Lsn | null;
    /** Bytes. */
    checkpointAge: number | null;
    /** Bytes; only Percona Server prints it. */
    maxCheckpointAge: number | null;
  } | null;
  /** Pages. */
  bufferPool: {
    size: number | null;
    free: number | null;
    database: number | null;
    modified: number | null;
    pendingReads: number | null;
    pendingLruWrites: number | null;
    pendingFlushListWrites: number | null;
    pendingSinglePageWrites: number | null;
    /** Of 1000 page gets; null: no gets since the last printout. */
    hitsPerThousand: number | null;
  } | null;
  rows: { queriesInside: number | null; queriesInQueue: number | null; readViews: number | null } | null;
  /** When the latest deadlock happened, as the server prints it; null: none since its start. */
  latestDeadlockAt: string | null;
}

/**
 * Reads the text of SHOW ENGINE INNODB STATUS (srv0srv.cc srv_printf_innodb_monitor) of MySQL, Percona Server or
 * MariaDB. What a version does not print, or what was redacted or cut off, is null: nothing is refused.
 */
export function parseInnodbStatus(text: string): InnodbStatus {
  const sections = splitSections(text);
  const read = <T>(title: string, parse: (section: string) => T): T | null => {
    const section = sections.get(title);
    return section === undefined ? null : parse(section);
  };
  return {
    averagedSeconds: number(text, /^Per second averages calculated from the last (\d+) seconds/m),
    semaphores: read('SEMAPHORES', (section) => ({ spins: spinCounts(section), waiting: waiting(section) })),
    transactions: read('TRANSACTIONS', transactions),
    io: read('FILE I/O', pendingIo),
    adaptiveHash: adaptiveHash(text),
    log: read('LOG', logPositions),
    bufferPool: read('BUFFER POOL AND MEMORY', bufferPool),
    rows: read('ROW OPERATIONS', (section) => ({
      queriesInside: number(section, /^(\d+) queries inside InnoDB/m),
      queriesInQueue: number(section, /(\d+) queries in queue/),
      readViews: number(section, /^(\d+) read views open inside InnoDB/m),
    })),
    latestDeadlockAt: read('LATEST DETECTED DEADLOCK', deadlockTime),
  };
}

/** A section's title stands between two lines of dashes. */
function splitSections(text: string): Map<string, string> {
  const title = /^-{3,}\r?\n([A-Z][A-Z /]+)\r?\n-{3,}\r?$/gm;
  const found = [...text.matchAll(title)];
  return new Map(
    found.map((match, index) => {
      const end = found[index + 1]?.index ?? text.length;
      return [(match[1] ?? '').trim(), text.slice(match.index + match[0].length, end)];
    }),
  );
}

function number(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

function textOf(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

const spinLines = [
  ['mutex', /^Mutex spin waits (\d+), rounds (\d+), OS waits (\d+)/m, /([\d.]+) mutex/],
  ['rw-shared', /^RW-shared spins (\d+), rounds (\d+), OS waits (\d+)/m, /([\d.]+) RW-shared/],
  ['rw-excl', /^RW-excl spins (\d+), rounds (\d+), OS waits (\d+)/m, /([\d.]+) RW-excl/],
  ['rw-sx', /^RW-sx spins (\d+), rounds (\d+), OS waits (\d+)/m, /([\d.]+) RW-sx/],
] as const;

/** MySQL and MariaDB up to 10.5; later MariaDB counts no spins. */
function spinCounts(section: string): SpinCount[] {
  const perWait = textOf(section, /^Spin rounds per wait: (.+)$/m) ?? '';
  return spinLines.flatMap(([lock, line, ratio]) => {
    const found = line.exec(section);
    if (found === null) return [];
    const [spins = 0, rounds = 0, osWaits = 0] = found.slice(1).map(Number);
    return [{ lock, spins, rounds, osWaits, roundsPerWait: number(perWait, ratio) }];
  });
}

/** sync0arr.cc sync_array_cell_print: one paragraph a thread. */
function waiting(section: string): WaitingThread[] {
  const paragraphs = section.split(/^(?=--Thread )/m).slice(1);
  return paragraphs.flatMap((paragraph) => {
    const head = /^--Thread (\S+) has waited at (\S+) line (\d+) for ([\d.]+) seconds/.exec(paragraph);
    if (head === null) return [];
    const [, thread = '', file = '', line = '', seconds = ''] = head;
    const created = /created (?:in )?(?:file )?(\S+?)(?: line |:)(\d+)/.exec(paragraph);
    return [
      {
        thread,
        file: baseName(file),
        line: Number(line),
        seconds: Number(seconds),
        lock: lockKind(paragraph),
        object: mutexName(paragraph),
        created: created === null ? null : `${baseName(created[1] ?? '')}:${created[2] ?? ''}`,
      },
    ];
  });
}

function lockKind(paragraph: string): WaitingThread['lock'] {
  if (/^Mutex at /m.test(paragraph)) return 'mutex';
  const kind = textOf(paragraph, /^(SX?|X)-lock\b/m);
  if (kind === 'S') return 's-lock';
  if (kind === 'X') return 'x-lock';
  return kind === 'SX' ? 'sx-lock' : 'unknown';
}

/** `Mutex TRX_POOL created` from 5.7 on; `'&trx_sys->mutex'` before. */
function mutexName(paragraph: string): string | null {
  return textOf(paragraph, /\bMutex (\w+) created/) ?? textOf(paragraph, /^Mutex at \S+ '&?([^']+)'/m);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function transactions(section: string): InnodbStatus['transactions'] {
  const listed = [...section.matchAll(/^---TRANSACTION .*$/gm)].map(([line]) => line);
  return {
    historyListLength: number(section, /^History list length (\d+)/m),
    purgeState: textOf(section, /^Purge done for .* state: (.+)$/m),
    listed: listed.length,
    active: listed.filter((line) => !/, not started/.test(line)).length,
    lockWaits: [...section.matchAll(/^LOCK WAIT /gm)].length,
  };
}

function pendingIo(section: string): InnodbStatus['io'] {
  return {
    pendingReads: pendingRequests(textOf(section, /aio reads: ?(\d*(?: ?\[[\d, ]*\])?)/)),
    pendingWrites: pendingRequests(textOf(section, /aio writes: ?(\d*(?: ?\[[\d, ]*\])?)/)),
    pendingLogFlushes: number(section, /^Pending flushes \(fsync\) log: (\d+)/m),
    // MariaDB 10.6 and later print one number for all files.
    pendingFlushes: number(section, /^Pending flushes \(fsync\)(?: log: \d+; buffer pool)?: (\d+)/m),
  };
}

/** `3 [1, 2, 0]`, or from MySQL 8.0 on only the list, one number a thread. */
function pendingRequests(written: string | null): number | null {
  if (written === null || written === '') return null;
  const total = /^\d+/.exec(written);
  if (total !== null) return Number(total[0]);
  return [...written.matchAll(/\d+/g)].reduce((sum, [each]) => sum + Number(each), 0);
}

function adaptiveHash(text: string): InnodbStatus['adaptiveHash'] {
  const found = /^([\d.]+) hash searches\/s, ([\d.]+) non-hash searches\/s/m.exec(text);
  if (found === null) return null;
  return { searchesPerSecond: Number(found[1]), nonHashSearchesPerSecond: Number(found[2]) };
}

function logPositions(section: string): InnodbStatus['log'] {
  const sequenceNumber = textOf(section, /^Log sequence number\s+(\d+)/m);
  const lastCheckpointAt = textOf(section, /^Last checkpoint at\s+(\d+)/m);
  return {
    sequenceNumber,
    flushedUpTo: textOf(section, /^Log flushed up to\s+(\d+)/m),
    pagesFlushedUpTo: textOf(section, /^Pages flushed up to\s+(\d+)/m),
    lastCheckpointAt,
    checkpointAge:
      sequenceNumber === null || lastCheckpointAt === null
        ? null
        : Number(BigInt(sequenceNumber) - BigInt(lastCheckpointAt)),
    maxCheckpointAge: number(section, /^Max checkpoint age\s+(\d+)/m),
  };
}

function bufferPool(section: string): InnodbStatus['bufferPool'] {
  return {
    size: number(section, /^Buffer pool size\s+(\d+)/m),
    free: number(section, /^Free buffers\s+(\d+)/m),
    database: number(section, /^Database pages\s+(\d+)/m),
    modified: number(section, /^Modified db pages\s+(\d+)/m),
    pendingReads: number(section, /^Pending reads\s+(\d+)/m),
    pendingLruWrites: number(section, /^Pending writes: LRU (\d+)/m),
    pendingFlushListWrites: number(section, /^Pending writes: .*flush list (\d+)/m),
    pendingSinglePageWrites: number(section, /^Pending writes: .*single page (\d+)/m),
    hitsPerThousand: number(section, /^Buffer pool hit rate (\d+) \/ 1000/m),
  };
}

/** The section begins with date, time and thread; without a time something is there all the same. */
function deadlockTime(section: string): string {
  return textOf(section, /^(\d{4}-\d\d-\d\d \d\d?:\d\d:\d\d|\d{6} +\d?\d:\d\d:\d\d)/m) ?? 'unknown';
}
