/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  hostFactsCouldNotBe: (name: string, why: string) => `Host facts could not be read on ${name}: ${why}.`,
  theSshHostDoesNot: 'The SSH host does not show its memory and processors in /proc and /sys.',
  theSshHostRunsHost: (system: string) => `The SSH host runs ${system}; host facts are read on Linux only.`,
  anUnknownSystem: 'an unknown system',
};
