/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  cannotBeTheNameOf: (name: string) => `"${name}" cannot be the name of a metric.`,
  anOptionFileCannotHold: 'An option file cannot hold a NUL.',
  isNotTheNameOf: (group: string) => `"${group}" is not the name of a group of an option file.`,
  isNotTheNameOfAn: (name: string) => `"${name}" is not the name of an option.`,
  aWordThatCannotBe: (refusal: string) => `A word that ${refusal} cannot be written for a shell.`,
  isNotTheNameOfA: (name: string) => `"${name}" is not the name of a server variable.`,
  aNameInSqlCannot: 'A name in SQL cannot hold a NUL.',
  aValueThatCannotBe: (refusal: string) => `A value that ${refusal} cannot be written in SQL.`,
  onlyDigitsCanBeWritten: 'Only digits can be written as a number in SQL.',
  aValueThatCannotBeWritten: (refusal: string) => `A value that ${refusal} cannot be written in YAML.`,
  cannotBeAKeyIn: (text: string) => `"${text}" cannot be a key in YAML without quotes.`,
};
