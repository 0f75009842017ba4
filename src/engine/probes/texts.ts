/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  thereIsNoProof: (id: string) => `There is no proof "${id}".`,
  hasTheIdOfA: (path: string) =>
    `${path} has the id of a result in the history, and was not measured with it.`,
  deleteTheResultInThe: 'Delete the result in the history first, if this one is to take its place.',
  thereIsNoResultOf: (id: string) => `There is no result of a probe "${id}".`,
  theVerdictsInAreNot: (name: string) =>
    `The verdicts in ${name} are not those that its samples give: it was changed, or made by another version.`,
  latchkeyProbeRecomputeFileShows: 'latchkey probe recompute FILE shows those that the samples give.',
};
