/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  everythingIsBeingRestored: 'Everything is being restored.',
  ofOfAmongThem: (numberOfStuck: number, rowCount: string, group: string, why: string, name: string) =>
    `${numberOfStuck} of ${rowCount} of ${group} ${why}, among them ${name}.`,
  theBufferPoolHasBeen: (status: string) => `The buffer pool has been resizing for ten minutes: "${status}".`,
};
