/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theDatabaseIsDamagedIt: (name: string, file: string, why: string, aside: string) =>
    `The ${name} database ${file} is damaged (${why}). It was moved to ${aside}.`,
  latchkeyGoesOnWithA: (aside: string) =>
    `Latchkey continues with a new one. "sqlite3 ${aside} .recover" may bring back what is readable.`,
  databaseStepFailed: (version: number, name: string) => `Database: step ${version} (${name}) failed.`,
  runLatchkeyWithALater:
    'Run Latchkey with a later Node.js. Snapshots, analyses, plans and reports work with this one too.',
  theDatabaseCannotBeOpened: (name: string, file: string, isLocked: string) =>
    `The ${name} database ${file} cannot be opened${isLocked}.`,
  anotherProcessHoldsIt: ': another process holds it',
  endTheProgramThatHas: 'End the program that has it open, then try again.',
  checkThatItIsA:
    'Check that it is a file, that its folder exists, that you may write to it, and that the disk is not full; or set LATCHKEY_HOME to another folder.',
  anotherConnectionHasTheName: (name: string) => `Another connection has the name "${name}".`,
  chooseAnotherNameOrRemove: 'Choose another name, or remove that connection in Settings.',
  needsALaterNode: (name: string, node: string) =>
    `The ${name} database needs Node.js 22 or later; this is ${node}.`,
};
