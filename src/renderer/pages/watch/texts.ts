/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  untilItIsStopped: 'until it is stopped',
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
    `Status variables as levels, rate.X for counters per second, comparisons, && || !, and for how long. The ${beforeSeconds} before are kept; after each, a pause of ${coolDownSeconds}.`,
  atMost: 'At most',
  windowOfEach: 'Window of each',
  watched: 'Watched',
  startWatching: 'Start watching',
};
