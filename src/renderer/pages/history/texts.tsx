import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  judgingTheSnapshots: 'Judging the snapshots',
  nothingWasFoundInAny: 'Nothing was found in any of them.',
  theOneSnapshotJudgedBy: 'The one snapshot, judged by the rules of today.',
  aColumnForEachSnapshot: (numberOfSnapshots: number) =>
    `A column for each snapshot (the ${numberOfSnapshots} newest, oldest first), judged by the rules of today.`,
  couldNotBeJudged: (createdAt: string) => `${createdAt} could not be judged:`,
  tableOfFindingsOverTime: 'Table of findings over time',
  finding: 'Finding',
  notFound: 'not found',
  notJudged: 'not judged',
  readingHistory: 'Reading history',
  history: 'History',
  noSnapshotsYetThoseThat: 'No snapshots yet. Those that you take or open are listed here.',
  deleteThisSnapshot: 'Delete this snapshot?',
  takenASnapshotThatLatchkey: (title: string, createdAt: string) =>
    `${title}, taken ${createdAt}. A snapshot that Latchkey took is removed with its file; a file that was opened from elsewhere stays where it is.`,
  deleted: (gone: string) => `${gone} deleted.`,
  retention: 'Retention',
  deleteSnapshotsOlderThan: 'Delete snapshots older than',
  days: 'days',
  showWhich: 'Show which',
  nothingIsDeletedByItself:
    'Nothing is deleted by itself: snapshots stay until you delete them, and the newest of each server stays. Recordings older than 30 days, and the oldest beyond 2 GiB, go when another recording begins.',
  noSnapshotIsOlderThan: (dayCount: string) =>
    `No snapshot is older than ${dayCount}, save the newest of its server.`,
  deleteWord: (asked: string) => `Delete ${asked}?`,
  takenFromToFilesThat: (createdAt: string, createdAt2: string) =>
    `Taken from ${createdAt} to ${createdAt2}. Files that Latchkey wrote are removed with them; files that were opened from elsewhere stay.`,
  compareFirstAndLast: (span: ReactNode) => <>Compare first and last{span}</>,
  of: (target: string) => `of ${target}`,
  findingsOverTime: (span: ReactNode) => <>Findings over time{span}</>,
  snapshotsOf: (target: string) => `Snapshots of ${target}`,
  taken: 'Taken',
  window: 'Window',
  file: 'File',
  actions: 'Actions',
  partial: 'Partial',
  probesOn: (target: string) => `Probes on ${target}`,
  probe: 'Probe',
  measured: 'Measured',
  whatCameOut: 'Result',
  proofsOn: (target: string) => `Proofs on ${target}`,
  proof: 'Proof',
  sample: 'Sample',
  plan: (accepted: string, set: string) => `Plan: ${accepted}${set}`,
  setByHand: (set: string) => `, ${set} set by hand`,
  applied: (settings: string, at: string) => `${settings} applied ${at}`,
  recheckClearedStillThereNew: (cleared: number, stayed: number, appeared: number) =>
    `Recheck: ${cleared} resolved, ${stayed} still found, ${appeared} new`,
  undone: (count: number) => (count === 1 ? 'undone' : `undone ${count} times`),
};
