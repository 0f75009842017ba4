/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  latchkeyChunksHelpShowsWhat: 'latchkey chunks --help shows what it takes.',
};
