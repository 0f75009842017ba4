import { isFiller, type Line, ownText, type TakeUnknown } from './line';
import { type FieldsOf, lineForms, matchLine } from './line-form';

/** `I/O thread 2 state: waiting for completed aio requests (read thread) ev set`. MariaDB from 10.5 on has none. */
export interface IoThread {
  number: number;
  state: string;
  /** `insert buffer thread`, `log thread`, `read thread`, `write thread`. */
  purpose: string | null;
}

/** FILE I/O (srv0srv.cc, os0file.cc os_aio_print). Counts since the start are decimal strings. */
export interface FileIo {
  threads: IoThread[];
  /** Requests that wait, of all threads: `Pending normal aio reads: 3 [1, 2, 0]`; 5.7 and later print the list only. */
  pendingReads: number | null;
  pendingWrites: number | null;
  /** The same by thread; null where no list is printed. */
  pendingReadsByThread: number[] | null;
  pendingWritesByThread: number[] | null;
  /** ` ibuf aio reads: 0, log i/o's: 0, sync i/o's: 0`; null where the server prints no numbers. */
  pendingInsertBufferReads: number | null;
  pendingLogOperations: number | null;
  pendingSynchronous: number | null;
  /** `Pending flushes (fsync) log: 0; buffer pool: 0`. MariaDB from 10.6 on prints one number for all files. */
  pendingLogFlushes: number | null;
  pendingFlushes: number | null;
  /** `1 pending preads, 0 pending pwrites`: printed when there are any. */
  pendingPreads: number | null;
  pendingPwrites: number | null;
  /** `177 OS file reads, 31 OS file writes, 31 OS fsyncs`. */
  reads: string | null;
  writes: string | null;
  fsyncs: string | null;
  /** `0.00 reads/s, 0 avg bytes/read, 1000.00 writes/s, 1000.00 fsyncs/s`. */
  readsPerSecond: number | null;
  bytesPerRead: number | null;
  writesPerSecond: number | null;
  fsyncsPerSecond: number | null;
}

const forms = lineForms(
  'Pending flushes (fsync) log: {pendingLogFlushes:n}; buffer pool: {pendingFlushes:n}',
  'Pending flushes (fsync): {pendingFlushes:n}',
  '{reads:c} OS file reads, {writes:c} OS file writes, {fsyncs:c} OS fsyncs',
  '{pendingPreads:n} pending preads, {pendingPwrites:n} pending pwrites',
  '{readsPerSecond:f} reads/s, {bytesPerRead:f} avg bytes/read, {writesPerSecond:f} writes/s, {fsyncsPerSecond:f} fsyncs/s',
);
type Simple = FieldsOf<(typeof forms)['forms'][number]>;

const threadLine = /^I\/O thread (\d{1,6}) state: ([^(]{0,512}?) ?(?:\(([^)]{0,64})\))?( ev set)?$/;
const requests = '(\\d{0,15}) ?(?:\\[([\\d, ]*)\\])?';
const normalLine = new RegExp(
  `^ ?Pending normal aio reads: ?${requests} ?(?:, aio writes: ?${requests} ?)?[, ]*$`,
);
const otherLine = new RegExp(
  `^ ?ibuf aio reads: ?${requests} ?(?:, log i/o's: ?${requests} ?)?(?:, sync i/o's: ?${requests} ?)?[, ]*$`,
);

export function readFileIo(lines: readonly Line[], unknown: TakeUnknown): FileIo {
  const io: FileIo = { ...noFields, threads: [] };
  for (const line of lines) {
    const text = ownText(line) ?? '';
    const thread = threadLine.exec(text);
    const normal = normalLine.exec(text);
    const other = otherLine.exec(text);
    const simple = matchLine(line, forms);
    if (thread !== null) io.threads.push(ioThread(thread));
    else if (normal !== null) {
      const [reads, writes] = [requestsOf(normal, 1), requestsOf(normal, 3)];
      io.pendingReads ??= reads.total;
      io.pendingReadsByThread ??= reads.byThread;
      io.pendingWrites ??= writes.total;
      io.pendingWritesByThread ??= writes.byThread;
    } else if (other !== null) {
      io.pendingInsertBufferReads ??= requestsOf(other, 1).total;
      io.pendingLogOperations ??= requestsOf(other, 3).total;
      io.pendingSynchronous ??= requestsOf(other, 5).total;
    } else if (simple !== null) Object.assign(io, simple);
    else if (!isFiller(line)) unknown(line);
  }
  return io;
}

const noFields: Omit<FileIo, keyof Simple | 'threads'> & Simple = {
  pendingReads: null,
  pendingWrites: null,
  pendingReadsByThread: null,
  pendingWritesByThread: null,
  pendingInsertBufferReads: null,
  pendingLogOperations: null,
  pendingSynchronous: null,
  pendingLogFlushes: null,
  pendingFlushes: null,
  pendingPreads: null,
  pendingPwrites: null,
  reads: null,
  writes: null,
  fsyncs: null,
  readsPerSecond: null,
  bytesPerRead: null,
  writesPerSecond: null,
  fsyncsPerSecond: null,
};

function ioThread(found: RegExpExecArray): IoThread {
  return { number: Number(found[1]), state: (found[2] ?? '').trim(), purpose: found[3] ?? null };
}

/** A total, a list with a number for each thread, or both, at `first` and after it. */
function requestsOf(
  found: RegExpExecArray,
  first: number,
): { total: number | null; byThread: number[] | null } {
  const total = found[first] ?? '';
  const list = found[first + 1];
  const byThread = list === undefined ? null : [...list.matchAll(/\d{1,15}/g)].map(([each]) => Number(each));
  if (total !== '') return { total: Number(total), byThread };
  return { total: byThread?.reduce((sum, each) => sum + each, 0) ?? null, byThread };
}
