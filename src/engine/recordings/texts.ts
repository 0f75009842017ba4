/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  cancelledBeforeAnythingWasRecorded: 'Cancelled before anything was recorded.',
  anotherServerAnswersAtThis: 'Another server answers at this address now.',
  startANewRecordingFor: 'Start a new recording for it; what was recorded of the first one is kept.',
  theRecordingHoldsNothingFrom: (from: number, to: number) =>
    `The recording holds nothing from ${from} to ${to} ms.`,
  theRecordingHoldsNoSnapshot: 'The recording holds no snapshot.',
  thereIsNoRecording: (id: string) => `There is no recording "${id}".`,
  latchkeyRecordListShowsThem: 'latchkey record list shows them all.',
  thisServerHasNoStatus: (name: string) => `This server has no status variable ${name}.`,
  showGlobalStatusListsThose: 'SHOW GLOBAL STATUS lists those that it has.',
};
