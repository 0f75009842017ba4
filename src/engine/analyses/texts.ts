/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theAnalysisDoesNotFit: 'The analysis does not fit its own schema.',
};
