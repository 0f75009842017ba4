/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  thePlaceOfTheWindow: (thrown: string) => `The place of the window could not be kept: ${thrown}`,
  aFileDialogIsOpen: 'A file dialog is open already.',
  answerItFirst: 'Answer it first.',
  severalFileDialogsWereClosed: 'Several file dialogs were closed without an answer.',
  tryAgainInHalfA: 'Try again in half a minute.',
  windowsAreOpenWhichIs: (mostWindows: number) => `${mostWindows} windows are open, which is the maximum.`,
  closeOneFirst: 'Close one first.',
  openRecent: 'Open recent',
  clearThisList: 'Clear this list',
  newWindow: 'New window',
  closeWindow: 'Close window',
  quit: 'Quit',
  theDiagnosisWasNotComplete: (limitMs: number, page: string, loading: string) =>
    `The diagnosis was not complete within ${limitMs} s (page: ${page}${loading}).`,
  still: (loading: string) => `, still: ${loading}`,
};
