/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  takingTheNamesOutWould: 'Taking the names out would break the snapshot. Nothing was written.',
};
