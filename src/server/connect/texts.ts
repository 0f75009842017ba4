/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theSessionIsNotOpen: 'The session is not open yet.',
  theServerDoesNotReport: 'The server does not report its uptime.',
  aStatementMadeOfWhat: 'A statement made of what the server reported is too long to be sent.',
  aSecondConnectionCameTo: 'A second connection came to another server.',
  connectToTheServerItself: 'Connect to the server itself, not through a proxy or a balancer.',
  theConnectionToTheServer: 'The connection to the server was lost.',
  theStatementWasStoppedAfter: (timeoutMs: number) => `The statement was stopped after ${timeoutMs} s.`,
  aSecondConnectionReachedAnother:
    'A second connection reached another server: the number of the first one means another there.',
};
