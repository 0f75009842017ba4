/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  whatTheServerReportedIs: (message: string) => `What the server reported is not kept: it ${message}.`,
  whatTheServerReportedIsNot: 'What the server reported is not kept: the snapshot is full.',
};
