import type { Reason } from '../../../shared/reason';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';

const places = [
  ['data', 'dataFree', 'dataTotal'],
  ['redo log', 'redoFree', 'redoTotal'],
  ['undo', 'undoFree', 'undoTotal'],
  ['binary log', 'binlogFree', 'binlogTotal'],
  ['temporary files', 'tmpFree', 'tmpTotal'],
] as const;
const needs = places.flatMap(([, free, total]) => [`host.${free}`, `host.${total}`] as const);
const source = 'statfs(2), df(1): free to an ordinary user';
/** A day: less uptime makes no average of days. */
const day = 86_400;

/** From there on a file system is spoken of, whatever the others are like. */
const nearlyFull = 0.1;

interface Place {
  names: string[];
  free: number;
  total: number;
}

/** Facts on the room that is left on each file system that the server writes to. */
export const spaceFacts: FactDefinition[] = [
  {
    id: 'space_least_share',
    unit: 'ratio',
    type: 'number',
    needs,
    doc: {
      what: 'Share of a file system that is free: the fullest of those that the server writes to (data, redo log, undo, binary log, temporary files).',
      formula: 'smallest of free / size',
      source,
    },
    compute: (read) => share(fullest(read)),
  },
  {
    id: 'space_least_bytes',
    unit: 'bytes',
    type: 'number',
    needs,
    doc: { what: 'What is free on that file system.', formula: 'free of the fullest', source },
    compute: (read) => fullest(read).free,
  },
  {
    id: 'space_least_place',
    unit: 'none',
    type: 'string',
    needs,
    doc: { what: 'What the server keeps on that file system.', formula: 'folders of the fullest', source },
    compute: (read) => fullest(read).names.join(', '),
  },
  {
    id: 'data_space_nearly_full',
    unit: 'none',
    type: 'boolean',
    needs: ['host.dataFree', 'host.dataTotal'],
    doc: {
      what: 'Whether less than a twentieth of the file system of the data is free.',
      formula: 'free < 0.05 x size',
      source,
    },
    compute: (read) => read.hostNumber('dataFree') < 0.05 * read.hostNumber('dataTotal'),
  },
  {
    id: 'system_tablespace_fills_disk',
    unit: 'none',
    type: 'boolean',
    needs: ['fact.system_tablespace_bytes', 'fact.data_space_nearly_full', 'host.dataFree'],
    doc: {
      what: 'Whether the file system of the data is nearly full, and the system tablespace (ibdata1) takes more of it than is left.',
      formula: 'data_space_nearly_full and system_tablespace_bytes > free',
      source: 'MySQL manual, "The System Tablespace": it never shrinks by itself',
    },
    compute: (read) => {
      const isNearlyFull = read.factValue('data_space_nearly_full') === true;
      return isNearlyFull && read.fact('system_tablespace_bytes') > read.hostNumber('dataFree');
    },
  },
  {
    id: 'binlog_daily',
    unit: 'bytes',
    type: 'number',
    needs: ['status.Binlog_bytes_written', 'section.file-io', 'status.Uptime'],
    doc: {
      what: 'Bytes that were written to the binary log in a day, on average since the server started, at least a day ago.',
      formula:
        'Binlog_bytes_written (MariaDB), or SUM_NUMBER_OF_BYTES_WRITE of wait/io/file/sql/binlog, / uptime x 1 day',
      source: 'MariaDB status variables; MySQL manual, "File I/O Summary Tables"',
    },
    compute: (read) => {
      const uptime = read.status('Uptime');
      if (uptime < day) return read.missing('no-window', 'The server has not been up for a day.');
      return (binlogBytes(read) / uptime) * day;
    },
  },
];

function share({ free, total }: Place): number {
  return free / total;
}

/** Those that are known; one file system that carries several folders is one. */
function fullest(read: FactReader): Place {
  const found: Place[] = [];
  let unread: Reason | undefined;
  for (const [name, free, total] of places) {
    const [left, size] = [read.hostReading(free), read.hostReading(total)];
    if (!left.known || !size.known) {
      const reasons = [left, size].flatMap((reading) => (reading.known ? [] : [reading.reason]));
      unread ??= reasons.find(({ code }) => code !== 'absent');
      continue;
    }
    if (Number(size.value) <= 0) continue;
    const place = { free: Number(left.value), total: Number(size.value) };
    const same = found.find((other) => other.free === place.free && other.total === place.total);
    if (same === undefined) found.push({ names: [name], ...place });
    else same.names.push(name);
  }
  const [first] = found.sort((a, b) => share(a) - share(b));
  // One that is nearly full is enough to know; that none is takes all of them.
  if (unread !== undefined && (first === undefined || share(first) >= nearlyFull))
    return read.missing(unread.code, unread.text);
  return first ?? read.missing('no-host', 'The file systems of the server were not read.');
}

function binlogBytes(read: FactReader): number {
  if (read.hasStatus('Binlog_bytes_written')) return read.status('Binlog_bytes_written');
  const files = read.rows('file-io').filter((row) => row.event_name === 'wait/io/file/sql/binlog');
  if (files.length === 0) return read.missing('absent', 'No binary log is among the files with most I/O.');
  return files.reduce((sum, row) => sum + Number(row.sum_number_of_bytes_write ?? 0), 0);
}
