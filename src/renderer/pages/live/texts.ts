/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  live: 'Live',
  toLookAtAServer: 'To look at a server as it runs, connect to it first.',
  vitalSignsAndWhatActive: (target: string) =>
    `Vital signs and what active sessions wait for, on ${target}, one sample a second. It only reads; what is sampled goes when Latchkey is closed, unless you keep it.`,
  connecting: 'Connecting',
  startLiveView: 'Start live view',
  readingSamples: 'Reading samples',
  snapshotOfThisSpan: 'Snapshot of this span',
  latchkeySnapshots: 'Latchkey snapshots',
  shown: 'Shown',
  resume: 'Resume',
  pause: 'Pause',
  stop: 'Stop',
  keepAsARecording: 'Keep as a recording',
  discard: 'Discard',
  takingTheFirstSamples: 'Taking the first samples',
  stoppedAfter: (length: string) => `stopped after ${length}`,
  shownUpToSamplingGoes: (length: string) => `shown up to ${length}; sampling goes on`,
  runningFor: (length: string) => `running for ${length}`,
  whatWasSampledIsNot: 'The samples are no longer available.',
  startAgain: 'Start again',
};
