/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  chartsWereNotDrawn: 'The charts of the report were not drawn, so it was not saved as PDF.',
  saveItAsHtml: 'Save it as HTML instead.',
  notFound: 'Not found',
  theEngineSentAMessage: 'The engine sent a message that is not part of the contract.',
  theEngineStoppedAgainCode: (code: number) =>
    `The engine stopped again (code ${code}). Restart Latchkey to continue.`,
  theEngineStoppedUnexpectedlyCode: (code: number) =>
    `The engine stopped unexpectedly (code ${code}) and was started again. What was running has ended.`,
  theEngineStoppedWhileIt: (code: number) => `The engine stopped while it worked on this (code ${code}).`,
  itWasStartedAgainTry:
    'It was started again. Try once more; what a change left on a server is restored then, or a banner offers it.',
  theEngineIsNotRunning: 'The engine is not running.',
  restartLatchkey: 'Restart Latchkey.',
  requestIsAlreadyRunning: (requestId: string) => `Request ${requestId} is already running.`,
  theWindowMayNotIt: (verbs: string, path: string, to: string) =>
    `The window may not ${verbs} ${path}${to}: it was not chosen in a dialog.`,
  forWord: (to: string) => ` for ${to}`,
  chooseItThere: (place: string) => `Choose it there (${place}).`,
  connectWith: 'connect with',
  writeTo: 'write to',
  connectTo: 'connect to',
  toUseTheLoginPath: 'use the login path',
  toUseTheEnvironmentVariable: 'use the environment variable',
  latchkeyEngine: 'Latchkey engine',
  refusedTheRequestDoesNot: 'Refused: the request does not come from a window of Latchkey.',
  readThisFile: 'read this file',
  connectWithThisFile: 'connect with this file',
  writeThisFile: 'write this file',
  connectToThisSocket: 'connect to this socket',
  showThisFile: 'show this file',
  toUseThePasswordOfThis: 'use the password of this login path',
  toUseTheTokenInThis: 'use the token in this environment variable',
  allowLatchkeyTo: (wanted: string) => `Allow Latchkey to ${wanted}?`,
  itWasTypedOrCame: (path: string, to: string) => `${path}

${to}It was typed, or came with a URL, and was not chosen in a file dialog. Allow it if you entered it yourself.`,
  thePasswordThatItHolds: (to: string) => `The password that it holds would go to: ${to}.

`,
  allow: 'Allow',
  refuse: 'Refuse',
  theRequestIsNotPart: 'The request is not part of the contract',
  theInputIsNotValid: (name: string) => `${name}: the input is not valid`,
  theAnswerIsNotValid: (name: string) => `${name}: the answer is not valid`,
  refusedTheRequestDoesNotCome: 'Refused: the request does not come from the window of Latchkey.',
};
