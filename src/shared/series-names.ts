/**
 * Series by which redo is measured, best first: positions in the log grow by what was written; bytes written also count log
 * blocks that were written again. Facts, vital signs and charts take the first that a source has, so that they say one number.
 */
export const redoSeries = [
  'Innodb_redo_log_current_lsn',
  'Innodb_lsn_current',
  'Innodb_os_log_written',
] as const;

/** Series that are the checkpoint age. */
export const checkpointAgeSeries = [
  'Innodb_checkpoint_age',
  'innodb_metrics.log_lsn_checkpoint_age',
] as const;

/** Pairs of positions in the log whose distance is the checkpoint age. */
export const redoPositions = [
  ['Innodb_redo_log_current_lsn', 'Innodb_redo_log_checkpoint_lsn'],
  ['Innodb_lsn_current', 'Innodb_lsn_last_checkpoint'],
] as const;

export const derivedPrefix = 'derived.';

/** Series that are made of others (src/evidence/series/derived-series.ts). */
export const derivedSeries = {
  transactions: `${derivedPrefix}transactions`,
  checkpointAge: `${derivedPrefix}checkpoint_age`,
  checkpointAgeShare: `${derivedPrefix}checkpoint_age_share`,
  poolHitRatio: `${derivedPrefix}buffer_pool_hit_ratio`,
  cpuServer: `${derivedPrefix}cpu_server`,
  cpuOthers: `${derivedPrefix}cpu_others`,
} as const;

/** How series whose name says too little are called. */
export const seriesTitles: Readonly<Record<string, string>> = {
  [derivedSeries.transactions]: 'Transactions (COMMIT + ROLLBACK)',
  [derivedSeries.checkpointAge]: 'Checkpoint age',
  [derivedSeries.checkpointAgeShare]: 'Checkpoint age, % of the synchronous flush limit',
  [derivedSeries.poolHitRatio]: 'Buffer pool hit ratio',
  [derivedSeries.cpuServer]: 'CPU used by the server',
  [derivedSeries.cpuOthers]: 'CPU used by others',
  'sessions.active': 'Average active sessions',
};
