/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  docsRulesMdListsThe: 'docs/rules.md lists the names that expressions may use.',
  n1AlreadyHasARule: (path: string, path2: string, id: string) =>
    `${path}:1: ${path2} already has a rule ${id}.`,
  explains: (index: string, index2: number, problem: string) => `${index}: explains.${index2}: ${problem}.`,
  docsRulesMdDrawsThe: 'docs/rules.md draws the graph of causes.',
  n1ItIsLongerThan: (path: string, longestRule: number) => `${path}:1: it is longer than ${longestRule} KiB.`,
  docsRulesMdDescribesWhat: 'docs/rules.md describes what a rule file holds.',
  itIsNestedTooDeeply: 'it is nested too deeply',
};
