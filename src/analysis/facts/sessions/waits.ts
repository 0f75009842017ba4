import { needsStartForSynch } from '../../../knowledge/waits/synch-instruments';
import { describedWaits, describeWait, type WaitObject } from '../../../knowledge/waits/wait-objects';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import type { Instrument } from '../inputs/observed';
import { picoseconds, sectionDeltas } from '../inputs/section-deltas';

const source = 'performance_schema.events_waits_summary_global_by_event_name (picoseconds)';
const fileSource = 'performance_schema.file_summary_by_instance (bytes)';
const section = 'section.pfs-waits-global';
const setup = 'section.pfs-setup';

interface Wait {
  name: string;
  /** Thread-seconds waited per second of the window. */
  threads: number;
}

/**
 * Facts on waits by synchronisation object. Time, never counts alone. A class of instruments that counted nothing
 * at either end is disabled: then nothing is concluded from it (instruments of mutexes, rwlocks and conditions
 * are off by default in every version; files are on).
 */
export const waitFacts: FactDefinition[] = [
  {
    id: 'sync_instrumented',
    unit: 'none',
    type: 'boolean',
    needs: [setup],
    doc: {
      what: 'At least one instrument of mutexes and read-write locks is on and timed.',
      formula: "any wait/synch/mutex, rwlock, sxlock or prlock with ENABLED = 'YES' and TIMED = 'YES'",
      source: 'performance_schema.setup_instruments',
    },
    compute: isLatchOn,
  },
  {
    id: 'latch_instruments_share',
    unit: 'ratio',
    type: 'number',
    needs: [setup],
    doc: {
      what: 'Share of the instruments of mutexes and read-write locks that are on.',
      formula: "wait/synch/mutex, rwlock, sxlock and prlock with ENABLED = 'YES' / all of them",
      source: 'performance_schema.setup_instruments',
    },
    compute: (read) => {
      const all = instruments(read, isLatch);
      if (all.length === 0) return read.missing('absent', 'This server has no instruments of mutexes.');
      return all.filter(({ on }) => on).length / all.length;
    },
  },
  {
    id: 'top_latch',
    unit: 'none',
    type: 'string',
    needs: [section, setup],
    doc: {
      what: 'Mutex or read-write lock that threads waited for longest.',
      formula:
        'event with the largest increase of SUM_TIMER_WAIT among wait/synch/mutex, rwlock, sxlock, prlock',
      source,
    },
    compute: (read) => topLatch(read).name,
  },
  topLatchText('top_latch_name', 'what people call it.', 'title', ({ title }) => title),
  topLatchText('top_latch_guards', 'what it protects.', 'guards', ({ guards }) => guards),
  topLatchText('top_latch_lever', 'what relieves it.', 'lever', ({ lever }) => lever),
  topLatchText(
    'top_latch_probe',
    'the experiment that proves or disproves the lever.',
    'probe',
    ({ probe }) => probe,
  ),
  {
    id: 'top_latch_threads',
    unit: 'count',
    type: 'number',
    needs: [section, setup],
    doc: {
      what: 'Threads waiting for that mutex or lock at any moment, on average, including the time to acquire it.',
      formula: 'increase of its SUM_TIMER_WAIT / seconds',
      source,
    },
    compute: (read) => topLatch(read).threads,
  },
  {
    id: 'top_latch_share',
    unit: 'ratio',
    type: 'number',
    needs: [section, setup, 'fact.busy_threads'],
    doc: {
      what: 'That wait as a share of the time of the busy sessions.',
      formula: 'top_latch_threads / busy_threads, at most 1',
      source,
    },
    compute: (read) => share(read, topLatch(read).threads),
  },
  eventShare(
    'ahi_latch_share',
    'the latch of the adaptive hash index',
    isAhiLatch,
    '%/innodb/btr_search_latch',
  ),
  eventShare(
    'mdl_map_share',
    'the mutex of the metadata lock map',
    isMdlMap,
    'wait/synch/mutex/sql/MDL_map::mutex',
  ),
  eventShare(
    'query_cache_lock_share',
    'the lock of the query cache',
    (name) => name.includes('::') && /Query_cache::/i.test(name),
    '%Query_cache::%',
  ),
  eventShare(
    'buffer_pool_latch_share',
    'the mutexes and locks of the buffer pool',
    isOf('buf_pool'),
    '%/innodb/buf_pool%mutex',
  ),
  eventShare(
    'doublewrite_latch_share',
    'the mutex of the doublewrite buffer',
    isOf('dblwr'),
    '%/innodb/%dblwr%mutex',
  ),
  {
    id: 'data_read_share',
    unit: 'ratio',
    type: 'number',
    needs: ['section.file-io', 'fact.busy_threads'],
    doc: {
      what: 'Time in reads of InnoDB data files as a share of the time of the busy sessions.',
      formula:
        'increase of SUM_TIMER_READ of wait/io/file/innodb/innodb_data_file / seconds / busy_threads, at most 1',
      source: 'performance_schema.file_summary_by_instance (picoseconds)',
    },
    compute: (read) => {
      const times = sectionDeltas(
        read,
        'file-io',
        (row) => String(row.file_name),
        (row) => String(row.event_name).endsWith('/innodb_data_file'),
      ).map((delta) => delta.increase('sum_timer_read'));
      if (times.length > 0 && times.every((time) => time === null)) {
        read.missing('error', 'The first reading of the files left these files out.');
      }
      const time = times.reduce<number>((sum, one) => sum + (one ?? 0), 0);
      return share(read, (time * picoseconds) / read.sectionSeconds('file-io'));
    },
  },
  {
    id: 'temporary_file_bytes',
    unit: 'bytes',
    type: 'number',
    needs: ['section.file-io'],
    doc: {
      what: 'Bytes that were read from and written to files of temporary tables and sorts, within the window or since the server started.',
      formula: 'increase of SUM_NUMBER_OF_BYTES_READ + _WRITE of these files',
      source: fileSource,
    },
    compute: (read) => fileBytes(read).temporary,
  },
  {
    id: 'temporary_file_share',
    unit: 'ratio',
    type: 'number',
    needs: ['section.file-io'],
    doc: {
      what: 'These bytes as a share of those of all files.',
      formula: 'temporary_file_bytes / bytes of all files',
      source: fileSource,
    },
    compute: (read) => {
      const { temporary, all } = fileBytes(read);
      return all > 0 ? temporary / all : read.missing('absent', 'No bytes were counted.');
    },
  },
  {
    id: 'mdl_map_spread',
    unit: 'ratio',
    type: 'number',
    needs: ['section.pfs-waits-by-instance'],
    doc: {
      what: 'How uneven the partitions of the metadata lock map are: the hottest against the mean (1: even).',
      formula: 'largest / mean of COUNT_STAR over the instances of wait/synch/mutex/sql/MDL_map::mutex',
      source: 'performance_schema.events_waits_summary_by_instance',
    },
    compute: (read) => {
      const counts = read
        .rows('pfs-waits-by-instance')
        .filter((row) => isMdlMap(String(row.event_name)))
        .map((row) => Number(row.count_star));
      const total = counts.reduce((sum, count) => sum + count, 0);
      if (total === 0)
        return read.missing('not-instrumented', 'No wait on the metadata lock map was counted.');
      return Math.max(...counts) / (total / counts.length);
    },
  },
];

function isLatch(name: string): boolean {
  return /^wait\/synch\/(mutex|rwlock|sxlock|prlock)\//.test(name);
}

/** `btr_search_latch` is an rwlock in 5.6 and MariaDB 10.6+, an sxlock elsewhere; `hash_table_locks` is not the AHI. */
function isAhiLatch(name: string): boolean {
  return name.endsWith('/innodb/btr_search_latch');
}

/** Whether an event belongs to an object of the dictionary of waits whose names are all written out. */
function isOf(object: string): (name: string) => boolean {
  const names = describedWaits().find(({ id }) => id === object)?.names ?? [];
  const events = new Set(names.map(({ event }) => `wait/${event}`));
  return (name) => events.has(name);
}

/** Exists in MySQL 5.6 only: 5.7.4 made the map lock-free. */
function isMdlMap(name: string): boolean {
  return name === 'wait/synch/mutex/sql/MDL_map::mutex';
}

/** Waits of the events of interest. */
function waits(read: FactReader, matches: (name: string) => boolean): Wait[] {
  const seconds = read.sectionSeconds('pfs-waits-global');
  const deltas = read.deltasOnce('pfs-waits-global', () =>
    sectionDeltas(read, 'pfs-waits-global', (row) => String(row.event_name)),
  );
  return deltas
    .filter(({ key }) => matches(key))
    .map((delta) => ({
      name: delta.key,
      threads: ((delta.increase('sum_timer_wait') ?? 0) * picoseconds) / seconds,
    }));
}

/** Latches that threads waited for; missing where no such instrument is on, so that nothing is concluded. */
function latches(read: FactReader): Wait[] {
  if (!isLatchOn(read)) {
    read.missing('not-instrumented', 'No mutex or read-write lock is instrumented.', enableLatches(read));
  }
  return waits(read, isLatch);
}

function enableLatches({ server }: FactReader): string {
  const now =
    "UPDATE performance_schema.setup_instruments SET ENABLED='YES', TIMED='YES' WHERE NAME LIKE 'wait/synch/%'";
  const atStart = "performance-schema-instrument='wait/synch/%=on' at start";
  if (server.possible !== undefined) return `${now}; before MySQL 5.7.12 ${atStart}`;
  return needsStartForSynch(server) ? `Set ${atStart}` : now;
}

function isLatchOn(read: FactReader): boolean {
  return read.syncInstruments().some(({ name, on }) => on && isLatch(name));
}

function instruments(read: FactReader, matches: (name: string) => boolean): Instrument[] {
  return read.syncInstruments().filter(({ name }) => matches(name));
}

function topLatch(read: FactReader): Wait {
  const [first, ...rest] = latches(read);
  if (first === undefined)
    return read.missing('error', 'No thread waited for an instrumented mutex or lock.');
  return rest.reduce((top, wait) => (wait.threads > top.threads ? wait : top), first);
}

/** What the dictionary of wait objects says of the top latch. */
function topLatchText(
  id: string,
  what: string,
  field: keyof WaitObject,
  pick: (object: WaitObject) => string | null,
): FactDefinition {
  return {
    id,
    unit: 'none',
    type: 'string',
    needs: [section, setup],
    doc: {
      what: `Of the mutex or lock that threads waited for longest: ${what}`,
      formula: `${field} of top_latch in the dictionary of wait objects`,
      source: 'dictionary of Latchkey; each entry names its source',
    },
    compute: (read) => {
      const { name } = topLatch(read);
      const object = describeWait(name);
      if (object === undefined)
        return read.missing('absent', `The dictionary of waits does not know ${name}.`);
      return pick(object) ?? read.missing('absent', `There is no experiment for ${name}.`);
    },
  };
}

function share(read: FactReader, threads: number): number {
  const busy = read.fact('busy_threads');
  if (busy < 0.05) return read.missing('error', 'No session was busy: a share of their time means nothing.');
  return Math.min(1, threads / busy);
}

function eventShare(
  id: string,
  what: string,
  matches: (name: string) => boolean,
  pattern: string,
): FactDefinition {
  return {
    id,
    unit: 'ratio',
    type: 'number',
    needs: [section, setup, 'fact.busy_threads'],
    doc: {
      what: `Time threads waited for ${what} as a share of the time of the busy sessions.`,
      formula: `increase of SUM_TIMER_WAIT of ${pattern} / seconds / busy_threads, at most 1`,
      source,
    },
    compute: (read) => {
      const known = instruments(read, matches);
      if (known.length === 0) read.missing('absent', `This server has no instrument ${pattern}.`);
      if (!known.some(({ on }) => on)) read.missing('not-instrumented', `${pattern} is not instrumented.`);
      const found = waits(read, matches);
      return share(
        read,
        found.reduce((sum, { threads }) => sum + threads, 0),
      );
    },
  };
}

const temporaryFile = /#innodb_temp\/|ibtmp\d|\/#sql|\/(?:MY|ib)[A-Za-z0-9]{6}$/;

/** What went to and from files. */
function fileBytes(read: FactReader): { temporary: number; all: number } {
  const files = sectionDeltas(read, 'file-io', (row) => String(row.file_name));
  const sum = (deltas: typeof files) =>
    deltas.reduce(
      (total, delta) =>
        total +
        (delta.increase('sum_number_of_bytes_read') ?? 0) +
        (delta.increase('sum_number_of_bytes_write') ?? 0),
      0,
    );
  return {
    temporary: sum(files.filter(({ row }) => temporaryFile.test(String(row.file_name)))),
    all: sum(files),
  };
}
