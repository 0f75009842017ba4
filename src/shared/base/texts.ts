/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  unexpectedFailure: (thrown: string) => `Unexpected failure: ${thrown}`,
  theIsNotWrittenWith: (kind: string, file: string, bytes: string, most: string) =>
    `The ${kind} ${file} is not written: with ${bytes} it could not be read again (at most ${most}).`,
  nothingWasChanged: 'Nothing was changed.',
};
