/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theConnectionToTheServer: 'The connection to the server was lost.',
  theServerStoppedWasKilled: 'The server stopped, was killed, or the network broke. See its error log.',
  theServerWasGivenUp: (seconds: number) =>
    `The server was given up after ${seconds} s in statements that it neither answered nor stopped.`,
  lookAtTheServerAnd: 'Check the server, and what is in between: a proxy, a firewall.',
  theConnectionWasGivenUp: (before: string, message: string) =>
    `The connection was given up${before}, and another could not be made: ${message}`,
};
