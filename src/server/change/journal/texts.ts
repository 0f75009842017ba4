/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  anotherLatchkeyIsAtWork: (pid: number) =>
    `Another Latchkey is at work on this journal entry (process ${pid}).`,
  waitUntilItHasFinished: 'Wait until it has finished, or end it first.',
  theLockFileCannotBe: (path: string) => `The lock file ${path} cannot be read.`,
  removeItWhenNoOther: 'Remove it when no other Latchkey is running.',
  theDiskIsFullThe: (path: string) =>
    `The disk is full: the journal of changes could not be written (${path}).`,
  theJournalOfChangesCannot: (folder: string, code: string) =>
    `The journal of changes in ${folder} cannot be read (${code}).`,
  whatIsToBeRestored:
    'Your account needs permission to read it; LATCHKEY_HOME names the folder of another journal.',
  theJournalOfChangesCould: (path: string) => `The journal of changes could not be written (${path}).`,
  nothingIsSetOnA:
    'Nothing is set on a server without a journal on the disk. Set LATCHKEY_HOME to a folder that your account can write to.',
  theJournalEntryCannotBe: (id: string, reason: string) =>
    `The journal entry ${id} cannot be read: ${reason}.`,
  itIsLeftAsIt: 'It is left as it is. It holds the original values; look at it before you move it away.',
  thereIsNoJournalEntry: (id: string) => `There is no journal entry "${id}".`,
  anotherLatchkeyHasTakenOver: 'Another Latchkey has taken over this journal entry.',
  thisProcessWasStoppedFor:
    'This process was stopped for too long; the other one restores the original values.',
};
