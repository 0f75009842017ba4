/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  noneOfTheStatementsCan: (unfitText: string) => `None of the statements can be replayed: ${unfitText}.`,
  nothingWasSetTheAccount:
    'Nothing was set. The account needs SELECT on the tables; statements over 2 s are not replayed.',
  globalVariablesWereChangedBy: (moved: string) =>
    `Global variables were changed by someone else while the statements were tried: ${moved}.`,
  nothingWasSetLookWho: 'Nothing was set. Find out who did it, and start again once they stay unchanged.',
  theSessionCouldNotBe: 'The session could not be made read-only, so nothing is replayed. Nothing was set.',
  isNotSysbench10: (path: string, version: string) => `${path} is not sysbench 1.0 or later: "${version}".`,
  sysbenchWasNotFoundOn: 'sysbench was not found on the search path.',
  sysbenchCouldNotLoadThe: (over: string) => `sysbench could not load the server: ${over}`,
  holdsALineEndWhich: (name: string) => `${name} holds a line end, which sysbench cannot read.`,
  holdsBothKindsOfQuotation: (name: string) =>
    `${name} holds both kinds of quotation marks, which sysbench cannot read.`,
  sysbenchCouldNotMakeIts: (reason: string) => `sysbench could not make its tables: ${reason}`,
};
