/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theServerWasChangedSince: (what: string) =>
    `The server was changed since the plan was made: ${what}. Nothing was set.`,
  makeThePlanAgain: 'Make the plan again.',
  theServerWasChangedSinceThe: (moved: string) =>
    `The server was changed since the plan was made: ${moved}. Nothing was set.`,
  everythingElseHasItsOriginal: 'Everything else has its original value.',
  staysInForce: (values: string, entryId: string) =>
    `Stays in effect until it is undone (record ${entryId}): ${values}.`,
  thereIsNoVariantIn: (name: string) => `There is no variant "${name}" in the plan.`,
  somebodyElseHasChangedThe: (moved: string) => `Someone else has changed the server: ${moved}.`,
  nothingMoreIsSetRun: 'Nothing more is set. Run the probe again when no one else changes these variables.',
  theServerDidNotGo: (what: string) => `The server did not go back to its original values: ${what}.`,
  somebodyElseHasChangedOf: (rowCount: string, group: string, name: string) =>
    `Someone else has changed ${rowCount} of ${group}, among them ${name}.`,
  theChangeWasNotAgreed: 'The change was not agreed to. Nothing was set.',
  theJournalOfChangesHolds: (path: string, reason: string) =>
    `The journal of changes holds a file that cannot be read, ${path}: ${reason}. Nothing was set.`,
  itMayHoldOriginalValues: 'It may hold original values of a server. Look at it, then move it away.',
  anEarlierChangeOfThis: (createdAt: string) =>
    `An earlier change of this server, of ${createdAt}, has not been restored. Nothing was set.`,
  runLatchkeyRestoreEntry: (id: string) => `Run latchkey restore (entry ${id}).`,
};
