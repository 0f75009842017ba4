/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theConditionCannotBeWatched: (source: string, problem: string, end: string) =>
    `The condition "${source}" cannot be watched: ${problem}${end}`,
};
