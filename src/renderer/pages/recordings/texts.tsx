import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  recordings: 'Recordings',
  readingRecordings: 'Reading recordings',
  exportRecordingAsASnapshot: 'Export recording as a snapshot',
  latchkeySnapshots: 'Latchkey snapshots',
  recordingExportedTo: (path: string) => `Recording exported to ${path}`,
  deleteThisRecording: 'Delete this recording?',
  startedOfSamples: (title: string, startedAt: string, lengthMs: string) =>
    `${title}, started ${startedAt}, ${lengthMs} of samples.`,
  recordingThatRuns: 'Running recording',
  recordedFor: (lengthMs: string, left: string) => `recorded for ${lengthMs}${left}`,
  left: (left: string) => `, ${left} left`,
  stopRecording: 'Stop recording',
  takingTheFirstSamples: 'Taking the first samples',
  noRecordingCanBeShown: 'No recording can be shown.',
  noneYetARecordingKeeps:
    'None yet. A recording keeps hours of samples in the history of Latchkey, at about 1.5 MB an hour.',
  recording: 'Recording',
  started: 'Started',
  length: 'Length',
  interval: 'Interval',
  series: 'Series',
  size: 'Size',
  actions: 'Actions',
  cutShort: 'Cut short',
  stop: (span: ReactNode) => <>Stop{span}</>,
  untilItIsStopped: 'until stopped',
  n100MsFewerSeries: '100 ms, fewer series',
  toRecordConnectToA: 'To record, connect to a server first.',
  record: (target: string) => `Record ${target}`,
  aSampleEvery: 'A sample every',
  connecting: 'Connecting',
  startRecording: 'Start recording',
  thisServerIsBeingRecorded: 'This server is being recorded already.',
};
