/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  namesWouldHaveBeenLeft: (named: string) =>
    `Names would have been left in the export, in ${named}. Nothing was written.`,
  exportWithTheClassStatements: 'Export with the class statements as well, and report this as a defect.',
  thisSnapshotIsNotIn: 'This snapshot is no longer in the history.',
  openItsFileAgain: 'Open its file again.',
  holdsAnotherSnapshotThanThe: (path: string) =>
    `${path} holds another snapshot than the one in the history.`,
  theFileWasChangedOr: 'The file was changed or replaced. Open it to look at what it holds now.',
  theSpanEndsBeforeIt: 'The span ends before it begins.',
  whatWasReadIsNot: 'What was read is no longer available.',
  importItAgain: 'Import it again.',
};
