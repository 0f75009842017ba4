/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  thereIsNoRule: (id: string) => `There is no rule "${id}".`,
  ownRulesAreLeftOut: (folder: string) =>
    `Your own rules in ${folder} cannot be read (permission denied); they are left out.`,
  savedConnectionsAreNotKnown: (why: string) => `Saved connections are not looked at: ${why}`,
  latchkeyRulesListShowsThem: 'latchkey rules list shows them all.',
};
