/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  nothingOfThisPlanCan: (changes: string) =>
    `Nothing of this plan can be tried while the server runs. ${changes}`,
  isTooShortToProve: (maxSeconds: string, changeCount: string, leastProofSeconds: string) =>
    `${maxSeconds} is too short to prove ${changeCount}; the least is ${leastProofSeconds}.`,
  giveMoreTimeOrLock: 'Give more time, or lock some variables of the plan.',
  theProofBeganWithoutA: 'The proof began without a plan.',
  mayStayInForce: (variables: string) =>
    `May stay in effect at the end, until it is undone or the server restarts: ${variables}. Everything else is restored.`,
};
