import type { Line, TakeUnknown } from './line';
import { lineForms, readLines } from './line-form';

/**
 * LOG (log0log.cc log_print): positions in the redo log, which are bytes written since the server was made, as decimal
 * strings.
 */
export interface RedoLog {
  /** `Log sequence number 448461`: end of what was generated. */
  sequenceNumber: string | null;
  /** `Log buffer assigned up to`: end of the space reserved in the log buffer (8.0 and later). */
  bufferAssignedUpTo: string | null;
  /** `Log buffer completed up to`: the buffer has no holes before it (8.0 and later). */
  bufferCompletedUpTo: string | null;
  /** `Log written up to` (8.0 and later). */
  writtenUpTo: string | null;
  /** `Log flushed up to`: safe on disk. */
  flushedUpTo: string | null;
  /** `Added dirty pages up to`: pages changed before it are in the flush lists (8.0 and later). */
  dirtyPagesAddedUpTo: string | null;
  /** `Pages flushed up to`: oldest change of a dirty page (5.6 and later). */
  pagesFlushedUpTo: string | null;
  /** `Last checkpoint at`. */
  lastCheckpointAt: string | null;
  /** `Log tracked up to`: what the change tracking of Percona Server has read. */
  trackedUpTo: string | null;
  /** Bytes: sequence number - last checkpoint, or `Checkpoint age` of Percona Server where one of them is missing. */
  checkpointAge: number | null;
  /** Bytes, `Max checkpoint age` (Percona Server). */
  maxCheckpointAge: number | null;
  /** Bytes, `Checkpoint age target` (Percona Server up to 5.7). */
  checkpointAgeTarget: number | null;
  /** Bytes, `Modified age` (Percona Server up to 5.7): age of the oldest change of a dirty page. */
  modifiedAge: number | null;
  /** Bytes, `Log capacity` (MySQL 9). */
  capacity: string | null;
  /** Bytes, `Log capacity used` (MySQL 9): of the files that exist. */
  capacityUsed: string | null;
  /** `Log minimum file id is` and `maximum` (8.0.30 and later): the files in use. */
  oldestFile: string | null;
  newestFile: string | null;
  /** `0 pending log writes, 0 pending chkp writes`, from 5.7 on `pending log flushes`. */
  pendingWrites: number | null;
  pendingFlushes: number | null;
  pendingCheckpointWrites: number | null;
  /** Since the start, `25 log i/o's done`. */
  operations: string | null;
  /** `1.00 log i/o's/second`. */
  operationsPerSecond: number | null;
}

const forms = lineForms(
  'Log sequence number {sequenceNumber:p}',
  'Log buffer assigned up to {bufferAssignedUpTo:p}',
  'Log buffer completed up to {bufferCompletedUpTo:p}',
  'Log written up to {writtenUpTo:p}',
  'Log flushed up to {flushedUpTo:p}',
  'Added dirty pages up to {dirtyPagesAddedUpTo:p}',
  'Pages flushed up to {pagesFlushedUpTo:p}',
  'Last checkpoint at {lastCheckpointAt:p}',
  'Max checkpoint age {maxCheckpointAge:n}',
  'Checkpoint age target {checkpointAgeTarget:n}',
  'Modified age {modifiedAge:n}',
  // Percona Server 8.0 prints a position under this name, not an age.
  'Modified age no less than {modifiedSince:p}',
  'Checkpoint age {checkpointAgePrinted:n}',
  'Log tracking {tracking:w}',
  'Log tracked up to {trackedUpTo:p}',
  'Max tracked LSN age {maxTrackedAge:n}',
  'Log capacity used {capacityUsed:c}',
  'Log capacity {capacity:c}',
  'Log minimum file id is {oldestFile:c}',
  'Log maximum file id is {newestFile:c}',
  '{pendingWrites:n} pending log writes, {pendingCheckpointWrites:n} pending chkp writes',
  '{pendingFlushes:n} pending log flushes, {pendingCheckpointWrites:n} pending chkp writes',
  "{operations:c} log i/o's done, {operationsPerSecond:f} log i/o's/second",
);

export function readLog(lines: readonly Line[], unknown: TakeUnknown): RedoLog {
  const { checkpointAgePrinted, modifiedSince, tracking, maxTrackedAge, ...log } = readLines(
    lines,
    forms,
    unknown,
  );
  return { ...log, checkpointAge: age(log.sequenceNumber, log.lastCheckpointAt) ?? checkpointAgePrinted };
}

/** Null also when the difference cannot be an age: one of the lines is damaged. */
function age(sequenceNumber: string | null, checkpoint: string | null): number | null {
  if (sequenceNumber === null || checkpoint === null) return null;
  const difference = Number(BigInt(sequenceNumber) - BigInt(checkpoint));
  return difference >= 0 && Number.isSafeInteger(difference) ? difference : null;
}
