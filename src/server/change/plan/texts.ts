/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  noSettingIsLeftTo: 'No setting is left to be compared.',
  theServerHasASchema: (scratchSchema: string) =>
    `The server has a schema ${scratchSchema} already, which Latchkey would have to drop at the end. Nothing was changed.`,
  latchkeyRestoreDropsWhatAn:
    'latchkey restore drops what an interrupted probe left. If the schema is yours, rename it.',
  theServerTookATime: (setSql: string) =>
    `The server accepted a time zone that it did not know a moment before. This may have been carried out: ${setSql}`,
  lookAtTheVariableAnd: 'Look at the variable, and connect to the server itself, without a proxy.',
  noVariableIsToBe: 'No variable is to be set.',
  theAccountMayNotMake: (what: string) =>
    `The account may not make this change; it lacks ${what}. Nothing was set.`,
  managedServicesChangeItIn: (missing: string) =>
    `${missing} Managed services change it in their parameter group instead.`,
  isToBeSetTwice: (name: string) => `${name} is to be set twice.`,
  setItInTheOption: (lines: string) =>
    `Set it in the option file, under [mysqld], and restart the server: ${lines}`,
};
