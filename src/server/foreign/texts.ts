/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  aTableWasNotLooked: 'A table was not looked up.',
};
