import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  findTheBottleneck: 'Find the bottleneck',
  takeASnapshotOfA:
    'Take a snapshot of a running MySQL, Percona Server or MariaDB, or open a file. A snapshot only reads; it changes nothing on the server.',
  connectToAServer: 'Connect to a server',
  openSnapshot: 'Open snapshot',
  fromAMetricsStore: 'From a metrics store',
  importWord: 'Import',
  paste: 'Paste',
  tour: 'Tour',
  aTourOfSixSteps: (span: ReactNode) => (
    <>{span} A tour of six steps goes through the pages on a sample. No server is needed.</>
  ),
  newHere: 'New here?',
  takeTheTour: 'Take the tour',
  notNow: 'Not now',
  recentConnections: 'Recent connections',
  readingConnections: 'Reading connections',
  noneYet: 'None saved. Tick Save connection when you connect.',
  recentSnapshots: 'Recent snapshots',
  readingSnapshots: 'Reading snapshots',
  noneYetAFileCan: 'None yet. You can drop a file anywhere on this window.',
  tryASample: 'Try a sample',
  readingSamples: 'Reading samples',
  noSamplesAreInstalled: 'No samples are installed.',
};
