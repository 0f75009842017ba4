import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  probes: 'Probes',
  aProbeComparesSettingsWith:
    'A probe compares settings with the present ones under load, in short slots in random order, watches the server while it does so, and restores everything. One run per setting would measure the noise.',
  whatCanBeMeasured: 'What can be measured',
  connectToAServer: 'Connect to a server',
  readingTheProbes: 'Reading the probes',
  askingTheServerWhichProbes: 'Asking the server which probes suit it',
  about: (seconds: string) => `about ${seconds}`,
  notOnThisServer: 'Not on this server.',
  relaxesDurability: 'relaxes durability',
  openTheResultOfA: 'Open the result of a probe',
  resultsOfProbes: 'Results of probes',
  results: 'Results',
  openAResult: 'Open a result',
  readingResults: 'Reading results',
  nothingHasBeenMeasuredYet: 'Nothing has been measured yet.',
  probe: 'Probe',
  serverAndLoad: 'Server and load',
  whatCameOut: 'Result',
  when: 'When',
  deleteWord: 'Delete',
  comesWithLatchkey: 'Comes with Latchkey',
  deleteWord2: (span: ReactNode) => <>Delete{span}</>,
  theResultOf: (title: string) => `the result of ${title}`,
  deleteThisResult: 'Delete this result?',
  itsSamplesAreGoneThen: (title: string, startedAt: string) =>
    `${title}, ${startedAt}. Its samples are deleted with it.`,
  alsoBetter: (others: string) => `Also better: ${others}`,
};
