/**
 * Wait classes of active sessions by their short names, from the bottom of a chart's stack upwards; the sampler names
 * the series `sessions.*` by the same words (src/knowledge/waits/session-waits.ts).
 */
export const sessionClassNames = {
  running: 'CPU or running',
  dataIo: 'data file I/O',
  redoIo: 'redo log I/O',
  binlog: 'binary log',
  rowLock: 'row locks',
  metadataLock: 'metadata locks',
  latch: 'mutexes and rw-locks',
  other: 'other waits',
  engine: 'inside InnoDB, wait unknown',
  network: 'network (client)',
} as const;
