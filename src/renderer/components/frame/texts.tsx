import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  damagedFiles: 'Damaged files',
  dismiss: 'Dismiss',
  restoringWhereNobodyIsAsked: 'It is being restored where no password is needed.',
  noSnapshotOpen: 'No snapshot open',
  connected: 'connected',
  fromAFile: 'from a file',
  partial: 'Partial',
  notEncrypted: 'Not encrypted',
  snapshotRunning: 'Snapshot running',
  liveView: 'Live view',
  probeUnderWay: 'Probe running',
  proofUnderWay: 'Proof running',
  left: (seconds: string) => `, ${seconds} left`,
  changesToRestore: 'Changes to restore',
  aChangeWasInterrupted: (strong: ReactNode, detail: string) => (
    <>
      {strong}: a change was interrupted. {detail}
    </>
  ),
  stillHasValuesThatLatchkey: (strong: ReactNode, entry: string, find: string) => (
    <>
      {strong} still has values that Latchkey set: {entry}. {find}
    </>
  ),
  restore: 'Restore',
  oneMoment: 'one moment',
  windowUnder1S: 'window under 1 s',
  window: (seconds: string) => `window ${seconds}`,
  pages: 'Pages',
  latchkey: 'Latchkey',
};
