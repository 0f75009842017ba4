/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  leftOutAsSomebodyElse: (leftOut: string) =>
    `Left out, as someone else has changed it since the snapshot: ${leftOut}.`,
  takeANewSnapshotIts: 'Take a new snapshot: its plan is made from the present values.',
  theSnapshotIsOfAnother: (serverKey: string, serverKey2: string) =>
    `The snapshot is of another server: it was taken at ${serverKey}, this is ${serverKey2}. Nothing was set.`,
  takeASnapshotOfThis:
    'Take a snapshot of this server, or give --force with the reason why its values fit here too.',
  nothingWasSetLockVariable: 'Nothing was set. --lock VARIABLE leaves one out.',
  nobodyHasAgreedToThe: 'The statements were not agreed to. Nothing was sent.',
  theServerWasChangedSince: 'The server was changed since the statements were shown. Nothing was sent.',
  lookAtTheStatementsAgain: 'Look at the statements again.',
  theEntryIsNoApplied: (entryId: string) => `The entry ${entryId} is not an applied change. Nothing was set.`,
  latchkeyRestoreRestoresWhatWas: (entryId: string) =>
    `latchkey restore ${entryId} restores what was interrupted.`,
  aLaterChangeOfHas: (id: string, createdAt: string) =>
    `A later change, ${id} of ${createdAt}, has set the same variables. Nothing was set.`,
  undoThatOneFirstLatchkey: (id: string) => `Undo that one first: latchkey undo ${id}`,
};
