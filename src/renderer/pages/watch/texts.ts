/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  untilItIsStopped: 'until stopped',
  watch: 'Watch',
  takesASnapshotEachTime:
    'Takes a snapshot each time a condition holds on the connected server, with the samples before it.',
  toWatchAServerConnect: 'To watch a server, connect to it first.',
  isWatchedSnapshotsOf: (target: string, note: string, done: number, total: number) =>
    `${target} is watched: ${note}. Snapshots: ${done} of ${total}.`,
  stopping: 'Stopping',
  stopWatching: 'Stop watching',
  takeASnapshotOfWhen: (target: string) => `Take a snapshot of ${target} when`,
  statusVariablesAsLevelsRate: (beforeSeconds: string, coolDownSeconds: string) =>
    `Compare status variables (Threads_running) and counters per second (rate.Slow_queries); join with && || !; end with how long it must hold (for 5s). Each snapshot keeps the ${beforeSeconds} before it; the next waits ${coolDownSeconds}.`,
  atMost: 'At most',
  windowOfEach: 'Sampling duration',
  watched: 'Watch for',
  startWatching: 'Start watching',
};
