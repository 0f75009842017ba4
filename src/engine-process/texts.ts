/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  latchkeyIsClosing: 'Latchkey is closing.',
  messageNotUnderstood: 'The engine received a message that it does not understand.',
  notAnswered: (name: string) => `"${name}" is not answered by the engine.`,
};
