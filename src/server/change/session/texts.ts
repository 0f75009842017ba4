/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  isNotTheNameOf: (variable: string) => `"${variable}" is not the name of a server variable.`,
  takesANumberNot: (variable: string, text: string) => `${variable} takes a number, not "${text}".`,
};
