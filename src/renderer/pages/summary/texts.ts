/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  summary: 'Summary',
  before: 'Before',
  noneOnlyHowTheServer: 'none: only how the server is',
  summingUp: 'Summing up',
};
