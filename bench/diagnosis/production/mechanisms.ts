/**
 * Which rules name a mechanism. A rule may be added where it names the same mechanism; a case never changes for a rule.
 * Mechanisms are what a person would say is wrong, so several rules may name one.
 */
export const mechanisms: Readonly<Record<string, readonly string[]>> = {
  'pool-small': ['buffer-pool-too-small'],
  'pool-cold': ['buffer-pool-cold-after-restart', 'buffer-pool-filling'],
  'working-set-above-memory': ['buffer-pool-too-small', 'myrocks-would-fit'],
  'free-pages': ['free-pages-exhausted'],
  swapping: ['host-swaps', 'server-swapped-out'],
  'memory-overcommitted': [
    'buffer-pool-above-memory',
    'temporary-limit-exceeds-memory',
    'worst-case-above-memory',
  ],
  'session-buffers': [
    'session-buffers-absurd',
    'session-buffers-oversized',
    'session-buffers-exceed-memory',
    'join-buffer-oversized',
    'read-buffers-oversized',
  ],
  numa: ['numa-not-interleaved'],
  'key-cache-small': ['myisam-key-cache-too-small'],
  myisam: ['myisam-tables-written', 'table-lock-waits'],
  'redo-small': ['redo-log-too-small'],
  'io-capacity-low': ['io-capacity-low', 'io-capacity-max-below-need'],
  'io-capacity-high': ['io-capacity-above-device'],
  'disk-slow': ['disk-saturated', 'device-near-its-limit', 'redo-disk-slow'],
  'log-buffer-small': ['log-buffer-waits'],
  doublewrite: ['doublewrite-contention', 'doublewrite-batch-small'],
  'commit-sync': [
    'commits-wait-for-binary-log',
    'commits-wait-for-redo',
    'redo-disk-slow',
    'logs-on-slower-storage',
  ],
  'binlog-cache-small': ['binary-log-cache-on-disk'],
  durability: ['doublewrite-off', 'commits-not-flushed', 'binary-log-not-synced'],
  // A SELECT without end keeps the view that purge waits for.
  history: [
    'history-list-growing',
    'old-open-transaction',
    'row-versions-slow-writes',
    'selects-run-without-bound',
  ],
  'transaction-idle': ['transaction-idle', 'old-open-transaction'],
  'dirty-limit-low': ['dirty-page-limit-low'],
  'group-commit-delay': ['group-commit-delay-alone', 'commit-wait-set'],
  'table-cache-mutex': ['table-cache-single-instance'],
  'table-cache-small': ['table-cache-overflow'],
  'definition-cache-small': ['table-definition-cache-full'],
  'tmp-spill': ['temporary-tables-on-disk', 'temptable-memory-full'],
  'sort-spill': ['sort-merge-passes'],
  'thread-cache-small': ['thread-cache-too-small', 'thread-cache-off'],
  'connections-short-lived': ['connections-short-lived'],
  'connections-limit': ['connections-near-limit'],
  'connections-idle': ['idle-connections-held'],
  'names-resolved': ['client-names-resolved', 'client-names-not-resolved', 'connections-wait-in-login'],
  'clients-aborted': ['aborted-connections'],
  'thread-concurrency-low': ['thread-concurrency-too-low'],
  'too-many-threads': ['too-many-threads-in-innodb', 'thread-pool-missing', 'sessions-pile-up'],
  processors: ['cpu-exhausted', 'cpu-quota-small'],
  statement: ['one-statement-dominates'],
  'missing-index': [
    'missing-index',
    'statements-read-too-much',
    'full-scans',
    'joins-without-index',
    // Where nobody records statements.
    'rows-scanned-unseen',
    'scans-in-most-selects',
  ],
  'query-cache': ['query-cache-lock', 'query-cache-on', 'query-cache-too-large'],
  'general-log': ['general-log-on'],
  'slow-log-flood': ['slow-log-flood'],
  'pfs-overhead': ['latches-all-instrumented'],
  'prepared-once': ['prepared-for-one-execution'],
  'digests-overflow': ['statement-digests-overflow'],
  'row-locks': ['row-lock-waits'],
  'transaction-blocks': ['transaction-blocks-others', 'transaction-idle'],
  'metadata-lock': ['metadata-lock-queue'],
  deadlocks: ['deadlocks'],
  'ahi-latch': ['adaptive-hash-latch'],
  spin: ['spin-wait-delay-absurd', 'spinning-burns-cpu'],
  'mdl-map': ['mdl-map-mutex'],
  'large-transaction': ['transaction-very-large'],
  'replica-one-worker': ['replica-one-worker'],
  'replica-lag': ['replica-lagging'],
  'no-primary-key': ['tables-without-primary-key'],
  'replica-stopped': ['replica-stopped'],
  'semi-sync': ['semi-sync-waits'],
  'galera-flow-control': ['galera-flow-control-pauses'],
  'galera-appliers': ['galera-appliers-few'],
  steal: ['cpu-stolen'],
  'cpu-quota': ['cpu-quota-small'],
  governor: ['cpu-governor'],
  'disk-full': ['disk-is-full'],
  'disk-fills': [
    'file-system-nearly-full',
    'disk-fills-up',
    'binary-log-retention-exceeds-disk',
    'binary-log-never-expires',
  ],
  oom: ['oom-kills', 'memory-ran-out', 'server-killed-for-memory'],
  'pool-mutex': ['buffer-pool-mutex-hot', 'buffer-pool-instances-small'],
  'prepared-limit': ['prepared-statements-near-limit'],
  'open-files': ['open-files-near-limit'],
  'purge-throttle': ['purge-throttles-writers'],
  autoinc: ['auto-increment-lock'],
  'read-ahead': ['random-read-ahead-wasted', 'read-ahead-wasted'],
  'double-buffering': ['flush-method-buffered'],
  'galera-conflicts': ['galera-conflicts'],
  'thread-pool-small': ['thread-pool-size-unfit', 'thread-pool-full'],
  'gcache-small': ['galera-cache-too-small'],
  'page-cleaners': ['page-cleaners-few'],
  'redo-default': ['redo-capacity-at-default'],
  'io-ceiling': ['io-rate-flat', 'device-near-its-limit', 'disk-saturated'],
  'tablespace-files': ['tablespace-files-near-limit'],
  'replica-mode': ['replica-parallel-mode-limits'],
  writeset: ['source-dependencies-by-commit-order'],
  'group-queue': ['group-queues-long'],
  'undo-large': ['undo-tablespaces-large', 'undo-never-truncated'],
  'temp-tablespace': ['temporary-tablespace-large', 'shared-temporary-file-unbounded'],
  'range-limit': ['range-limit-exceeded'],
  'unlike-join': ['joins-of-unlike-columns'],
  statistics: ['persistent-statistics-off', 'statistics-not-recalculated', 'statistics-on-metadata'],
  'hosts-blocked': ['hosts-blocked', 'connect-errors-block-hosts'],
};

/**
 * Faults that hold nothing up by themselves: a first sentence may find no bottleneck, if these are what it goes on with.
 * Of all others the first sentence itself must name the cause.
 */
const besideTheLoad: ReadonlySet<string> = new Set([
  'clients-aborted',
  'connections-idle',
  'connections-short-lived',
  'digests-overflow',
  'disk-fills',
  'durability',
  'gcache-small',
  'general-log',
  'governor',
  'hosts-blocked',
  'memory-overcommitted',
  'myisam',
  'names-resolved',
  'numa',
  'oom',
  'pfs-overhead',
  'prepared-limit',
  'prepared-once',
  'session-buffers',
  'slow-log-flood',
  'tablespace-files',
  'temp-tablespace',
  'thread-cache-small',
  'transaction-idle',
  'undo-large',
]);

/** Whether a server may be said to have no bottleneck and yet the cause be named first. */
export function isBesideTheLoad(causes: readonly string[]): boolean {
  return causes.some((cause) => besideTheLoad.has(cause));
}

/** Rules that name any of these. @throws Error for a mechanism that is not in the table */
export function rulesOf(causes: readonly string[]): string[] {
  return causes.flatMap((cause) => {
    const rules = mechanisms[cause];
    if (rules === undefined) throw new Error(`no such mechanism: ${cause}`);
    return [...rules];
  });
}
