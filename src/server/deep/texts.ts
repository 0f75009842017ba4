/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  deepModeEndedWithoutA: 'Deep mode ended without a snapshot.',
  latchkeyRestoreRestoresTheRest: (entryId: string) => `latchkey restore ${entryId} restores the rest.`,
};
