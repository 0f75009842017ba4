/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  noStatementIsExplained: (message: string) => `${message} Snapshots explain no statement meanwhile.`,
  goesOnWithoutThem: (message: string) => `${message} They are not considered.`,
  cannotRemove: (file: string) => `Cannot remove ${file}.`,
  isNotTheNameOf: (name: string, kind: string) => `"${name}" is not the name of a ${kind}.`,
  thereIsNoRuleYaml: (folder: string) => `There is no rule (*.yaml) in the folder ${folder}.`,
  docsRulesMdDescribesWhat: 'docs/rules.md describes what a rule file holds.',
  ruleFolderLiesMoreThan: (folder: string, deepestFolder: number) =>
    `Rule folder ${folder} lies more than ${deepestFolder} levels deep.`,
  theRuleFolderHoldsMore: (folder: string, mostRules: number, mostBytesTogether: string) =>
    `The rule folder ${folder} holds more than ${mostRules} rules, or ${mostBytesTogether} of them.`,
};
