/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  doesNotHoldJsonAs: (path: string) => `${path} does not hold JSON, as SET PERSIST writes it.`,
  withSuchAFileThe: 'With such a file the server does not start.',
};
