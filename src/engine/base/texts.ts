/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  thereIsNoRule: (id: string) => `There is no rule "${id}".`,
  latchkeyRulesListShowsThem: 'latchkey rules list shows them all.',
};
