/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  cannotRemove: (file: string) => `Cannot remove ${file}.`,
  isNotTheNameOf: (name: string, kind: string) => `"${name}" is not the name of a ${kind}.`,
  thereIsNoRuleYaml: (folder: string) => `There is no rule (*.yaml) in the folder ${folder}.`,
  docsRulesMdDescribesWhat: 'docs/rules.md describes what a rule file holds.',
  ruleFolderLiesMoreThan: (folder: string, deepestFolder: number) =>
    `Rule folder ${folder} lies more than ${deepestFolder} levels deep.`,
  theRuleFolderHoldsMore: (folder: string, mostRules: number, mostBytesTogether: string) =>
    `The rule folder ${folder} holds more than ${mostRules} rules, or ${mostBytesTogether} of them.`,
};
