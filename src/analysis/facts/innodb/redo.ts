import { checkpointAgeSeries, redoSeries } from '../../../shared/series-names';
import { compareVersions } from '../../../shared/server';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { largest } from '../inputs/interval-values';
import { cellNumber } from '../inputs/observed';
import { rateOf } from '../inputs/rate-of';
import { metricsByName } from './buffer-pool';

const mib = 1024 ** 2;

/** Facts on the redo log. Formulas per version: see each; C is the total capacity. */
export const redoFacts: FactDefinition[] = [
  {
    id: 'redo_files',
    unit: 'count',
    type: 'number',
    needs: ['variable.innodb_log_files_in_group', 'variable.innodb_log_file_size'],
    doc: {
      what: 'Files that the redo log is made of; option files seldom give their number, and then it is the default.',
      formula:
        'innodb_log_files_in_group; the default of the version where innodb_log_file_size was read alone; 1 where that is gone',
      source:
        'MySQL manual, "innodb_log_files_in_group" (default 2); MariaDB 10.5 removed the group of files',
    },
    compute: (read) => {
      const files = read.variableReading('innodb_log_files_in_group');
      const isUnread = !files.known && files.reason.code !== 'absent';
      const byDefault = read.defaultOf('innodb_log_files_in_group');
      return isUnread && byDefault !== null && read.variableReading('innodb_log_file_size').known
        ? byDefault
        : read.numberOr('innodb_log_files_in_group', 1);
    },
  },
  {
    id: 'redo_capacity',
    unit: 'bytes',
    type: 'number',
    needs: [
      'status.Innodb_redo_log_capacity_resized',
      'variable.innodb_redo_log_capacity',
      'variable.innodb_log_file_size',
      'fact.redo_files',
    ],
    doc: {
      what: 'Size of the whole redo log, as it is in force. MySQL 8.0.30 and later with the old file sizes keep an unused innodb_redo_log_capacity.',
      formula:
        'Innodb_redo_log_capacity_resized (MySQL 8.0.30+), else innodb_redo_log_capacity (where it is at its default and the old file sizes are not: theirs), or innodb_log_file_size x redo_files',
      source: 'MySQL 8.0 manual, "Redo Log"; MariaDB 10.5 removed the group of files',
    },
    compute: (read) => {
      const resized = read.statusReading('Innodb_redo_log_capacity_resized');
      if (resized.known && typeof resized.value === 'number' && resized.value > 0) return resized.value;
      const files = () => read.number('innodb_log_file_size') * read.fact('redo_files');
      if (!read.hasVariable('innodb_redo_log_capacity')) return files();
      const capacity = read.number('innodb_redo_log_capacity');
      // Its default beside file sizes that are not theirs: the old names were given, and they are in force.
      const isUnset = capacity === 100 * mib && read.hasVariable('innodb_log_file_size');
      return isUnset && files() !== 96 * mib ? files() : capacity;
    },
  },
  {
    id: 'redo_sync_limit',
    unit: 'bytes',
    type: 'number',
    needs: [
      'status.Innodb_checkpoint_max_age',
      'section.innodb-metrics',
      'section.innodb-status',
      'fact.redo_capacity',
      'variable.innodb_page_size',
      'variable.innodb_thread_concurrency',
    ],
    doc: {
      what: 'Checkpoint age at which InnoDB flushes synchronously and holds up writing threads.',
      formula:
        'MariaDB and Percona Server: Innodb_checkpoint_max_age, or "Max checkpoint age" of SHOW ENGINE INNODB STATUS. Else INNODB_METRICS log_max_modified_age_sync. Else from C: 5.6 and 5.7 15/16 of 0.9 x (0.9 C - (10 + innodb_thread_concurrency) x 4 pages); 8.0 before 8.0.30 15/16 of 0.95 x (C - min(C/10, 1024 pages)); from 8.0.30 15/16 of 0.95 x (30/32 C - 190 KiB - C/320); MariaDB 0.9 x (0.9 C - 48 pages)',
      source:
        'log_calc_max_ages (log0log.cc 5.6/5.7, log0chkp.cc 8.0), log0files_capacity.cc 8.0.30+, log_t::set_capacity MariaDB',
    },
    compute: redoSyncLimit,
  },
  {
    id: 'redo_async_limit',
    unit: 'bytes',
    type: 'number',
    needs: ['section.innodb-metrics', 'fact.redo_sync_limit'],
    doc: {
      what: 'Checkpoint age from which InnoDB flushes in the background at full pace.',
      formula:
        'INNODB_METRICS log_max_modified_age_async. Else 14/15 of redo_sync_limit in MySQL (7/8 and 15/16 of the same size), 7/8 of it where Innodb_checkpoint_max_age gives it (MariaDB, Percona Server)',
      source:
        'log_calc_max_ages (log0log.cc 5.6/5.7, log0chkp.cc 8.0), log0constants.h 8.0.30+, log_t::set_capacity MariaDB; tried on MySQL 9.7 and MariaDB 10.11',
    },
    compute: (read) => {
      const measured = metricLimit(read, 'log_max_modified_age_async');
      if (measured !== null) return measured;
      return read.fact('redo_sync_limit') * (read.server.flavour === 'mysql' ? 14 / 15 : 7 / 8);
    },
  },
  {
    id: 'checkpoint_age',
    unit: 'bytes',
    type: 'number',
    needs: [
      'status.Innodb_checkpoint_age',
      'status.Innodb_redo_log_current_lsn',
      'status.Innodb_redo_log_checkpoint_lsn',
      'status.Innodb_lsn_current',
      'status.Innodb_lsn_last_checkpoint',
      'status.innodb_metrics.log_lsn_checkpoint_age',
      'section.innodb-metrics',
      'section.innodb-status',
    ],
    doc: {
      what: 'Redo written since the last checkpoint: the largest value seen in the window.',
      formula:
        'Innodb_checkpoint_age, or Innodb_redo_log_current_lsn - Innodb_redo_log_checkpoint_lsn (MySQL 8.0.30+), or INNODB_METRICS log_lsn_checkpoint_age, or "Log sequence number" - "Last checkpoint at" of SHOW ENGINE INNODB STATUS',
      source: 'MySQL 8.0.30 manual, "Server Status Variables"; MariaDB "InnoDB Status Variables"',
    },
    compute: (read) => largest(checkpointAges(read) ?? []) ?? checkpointAgeAtEnd(read),
    perSecond: (read) =>
      checkpointAges(read) ?? read.missing('no-window', 'The checkpoint age was not sampled.'),
  },
  {
    id: 'checkpoint_age_share',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.checkpoint_age', 'fact.redo_sync_limit'],
    doc: {
      what: 'Checkpoint age as a share of the sync limit; 1 and above: writers are held up by flushing.',
      formula: 'checkpoint_age / redo_sync_limit',
      source: 'derived',
    },
    compute: (read) => read.fact('checkpoint_age') / read.fact('redo_sync_limit'),
    perSecond: (read) => {
      const limit = read.fact('redo_sync_limit');
      return read.factInIntervals('checkpoint_age').map((age) => (age === null ? null : age / limit));
    },
  },
  {
    id: 'checkpoint_near_limit_share',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.checkpoint_age_share'],
    onlyInWindow: 'The checkpoint age has to be sampled.',
    doc: {
      what: 'Share of the sampled seconds in which the checkpoint age was near or above its sync limit.',
      formula: 'seconds with checkpoint_age_share >= 0.9 / seconds with a value',
      source:
        'threshold of Latchkey: between the point of adaptive flushing at full pace (7/8) and the sync limit',
    },
    compute: (read) => {
      const shares = read.factInIntervals('checkpoint_age_share').filter((share) => share !== null);
      if (shares.length === 0) return read.missing('no-window', 'The checkpoint age was not sampled.');
      return shares.filter((share) => share >= 0.9).length / shares.length;
    },
  },
  {
    id: 'redo_rate',
    unit: 'bytes/s',
    type: 'number',
    needs: [
      'status.Innodb_redo_log_current_lsn',
      'status.Innodb_lsn_current',
      'status.Innodb_os_log_written',
    ],
    doc: {
      what: 'Redo generated per second.',
      formula:
        'growth of Innodb_redo_log_current_lsn or Innodb_lsn_current; where neither exists, or only one reading, Innodb_os_log_written, which also counts log blocks that were written again: at most',
      source: 'MySQL manual, "Server Status Variables"',
    },
    // Positions in the log have no zero at the start, so that one reading has to do with the bytes written.
    compute: (read) => {
      const bySource = read.rateReading(redoRateSource(read));
      return bySource.known ? bySource.value : read.rate('Innodb_os_log_written');
    },
    perSecond: (read) => read.rateInIntervals(redoRateSource(read)),
  },
  {
    id: 'redo_fill_seconds',
    unit: 'seconds',
    type: 'number',
    needs: ['fact.redo_rate', 'fact.redo_sync_limit'],
    doc: {
      what: 'Time in which the present write rate fills the redo log up to the sync limit.',
      formula: 'redo_sync_limit / redo_rate',
      source: 'derived',
    },
    compute: (read) => {
      const rate = read.fact('redo_rate');
      return rate > 0 ? read.fact('redo_sync_limit') / rate : read.missing('error', 'No redo was written.');
    },
  },
  {
    id: 'log_waits_rate',
    ...rateOf('Innodb_log_waits'),
    doc: {
      what: 'Times per second that a thread waited because the log buffer was full.',
      formula: 'Innodb_log_waits per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
  },
];

function redoSyncLimit(read: FactReader): number {
  if (read.hasStatus('Innodb_checkpoint_max_age')) {
    const limit = read.status('Innodb_checkpoint_max_age');
    if (limit > 0) return limit;
  }
  const measured = metricLimit(read, 'log_max_modified_age_sync') ?? printedLimit(read);
  if (measured !== null) return measured;
  const capacity = read.fact('redo_capacity');
  const page = read.hasVariable('innodb_page_size') ? read.number('innodb_page_size') : 16_384;
  const { flavour, version } = read.server;
  if (flavour === 'mariadb') return 0.9 * (0.9 * capacity - 48 * page);
  if (compareVersions(version, [8, 0, 30]) >= 0) {
    // 31 log file headers of 2 KiB and 128 KiB of extra margin; then a tenth of one of the 32 files.
    const hard = (capacity * 30) / 32 - (31 * 2048 + 128 * 1024) - capacity / 320;
    return (15 / 16) * 0.95 * hard;
  }
  if (compareVersions(version, [8, 0, 1]) >= 0) {
    return (15 / 16) * 0.95 * (capacity - Math.min(capacity / 10, 1024 * page));
  }
  // Where it was not read it takes a few pages more at most.
  const threads = 'innodb_thread_concurrency';
  const concurrency = read.hasVariable(threads) ? read.number(threads) : 0;
  return (15 / 16) * 0.9 * (0.9 * capacity - (10 + concurrency) * 4 * page);
}

/** "Max checkpoint age" of Percona Server and MariaDB before 10.3; null where the text has none. */
function printedLimit(read: FactReader): number | null {
  const found = read.innodbStatusOrReason();
  const limit = 'reason' in found ? undefined : found.status.log?.maxCheckpointAge;
  return limit !== undefined && limit !== null && limit > 0 ? limit : null;
}

/** A limit that INNODB_METRICS shows; null where the counter is off or not there. */
function metricLimit(read: FactReader, name: string): number | null {
  const measured = read.rowsOrReason('innodb-metrics');
  if ('reason' in measured) return null;
  const limit = cellNumber(metricsByName(measured.rows).get(name)?.count);
  return limit !== null && limit > 0 ? limit : null;
}

function checkpointAges(read: FactReader): (number | null)[] | null {
  for (const name of checkpointAgeSeries)
    if (read.series(name) !== undefined) return read.levelInIntervals(name);
  return (
    read.differenceInIntervals('Innodb_redo_log_current_lsn', 'Innodb_redo_log_checkpoint_lsn') ??
    read.differenceInIntervals('Innodb_lsn_current', 'Innodb_lsn_last_checkpoint')
  );
}

function checkpointAgeAtEnd(read: FactReader): number {
  if (read.hasStatus('Innodb_checkpoint_age')) return read.status('Innodb_checkpoint_age');
  if (read.hasStatus('Innodb_redo_log_current_lsn')) {
    return read.status('Innodb_redo_log_current_lsn') - read.status('Innodb_redo_log_checkpoint_lsn');
  }
  if (read.hasStatus('Innodb_lsn_current') && read.hasStatus('Innodb_lsn_last_checkpoint')) {
    return read.status('Innodb_lsn_current') - read.status('Innodb_lsn_last_checkpoint');
  }
  return (
    read.innodbStatus().log?.checkpointAge ??
    read.missing('absent', 'The InnoDB status text has no LOG section with both positions.')
  );
}

/**
 * Whether `redo_rate` is what was generated, as far as this server can tell: a position in the log that it keeps and that
 * was not read could only make it less.
 */
export function isRedoRateExact(read: FactReader): boolean {
  const readings = ['Innodb_redo_log_current_lsn', 'Innodb_lsn_current'].map((name) =>
    read.rateReading(name),
  );
  return (
    readings.some(({ known }) => known) || readings.every((one) => !one.known && one.reason.code === 'absent')
  );
}

function redoRateSource(read: FactReader): string {
  return redoSeries.find((name) => read.hasStatus(name)) ?? 'Innodb_os_log_written';
}
