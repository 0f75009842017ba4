/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  diagnosis: 'Diagnosis',
  judgingTheSnapshot: 'Judging the snapshot',
  history: 'History',
  notChecked: (numberOfNotChecked: number) => `Not checked (${numberOfNotChecked})`,
  passed: (numberOfPassed: number) => `Passed (${numberOfPassed})`,
  allChecks: 'All checks',
  summaryOnOnePage: 'Summary on one page',
  report: 'Report',
  muted: (numberOfMuted: number) => `Muted (${numberOfMuted})`,
  rulesOfYourOwnThat: (numberOfFaultyRules: number) =>
    `Your own rules that did not run (${numberOfFaultyRules})`,
  rulesOfYourOwnAre: 'Your own rules are checked there',
  declareHostHardware: 'Declare host hardware',
  memoryCpusAndStorageFor: 'Memory, CPUs and storage, for the next snapshot of this server.',
  thisSnapshotIsPartialWhat: (reason: string) =>
    `This snapshot is partial. ${reason} What needs the missing parts is listed under Not checked.`,
  topSql: 'Top SQL',
  readingStatements: 'Reading statements',
  openTopSql: 'Open Top SQL',
  waits: 'Waits',
  readingWaits: 'Reading waits',
  waitsWereReadAtOne: 'Waits were read at one moment only, so there is no rate.',
  noWaitWasTimedDuring: 'No wait was timed during the window. Wait instruments may be off.',
  averageActiveSessionsSecondsWaited:
    'Average active sessions: seconds waited in each second, background threads included. Table waits contain the file and lock waits beneath them.',
};
