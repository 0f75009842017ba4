/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theConnectionLeadsToWhich: (name: string) =>
    `The connection leads to ${name}, which has its own connections to the servers behind it: a SET could reach several servers, or another one than the restore. Nothing was set.`,
  connectToTheServerItself: 'Connect to the server itself, directly or through SSH.',
  statementsOfOneSessionReach:
    'Statements of one session reach different servers or connections: something in between distributes them (ProxySQL, MaxScale, MySQL Router, a pool). A change could reach some of the servers, or another one than the restore.',
  connectToTheServerItselfNothing: 'Connect to the server itself. Nothing more is set over this connection.',
  anotherLatchkeyIsChangingThis: (holder: string) => `Another Latchkey is changing this server now${holder}.`,
  waitUntilItHasFinished: (id: string | number) =>
    `Wait until it has finished. If its program is gone and the server has not noticed yet, KILL ${id} ends its connection.`,
  theServersLockForChanges: (foreign: string) =>
    `The server's lock for changes is held by ${foreign}: perhaps another Latchkey, or someone who has taken it. Nothing was set.`,
  theServerDoesNotReport: 'The server does not report its uptime.',
  theServerDoesNotReportSince: 'The server does not report since when it has been running.',
  theServerTakesAnyName:
    'The server takes any name for a time zone, or something in between answers for it, so a dry run would not be one. Nothing was set.',
  connectToTheServerItselfWithout: 'Connect to the server itself, without a proxy.',
};
