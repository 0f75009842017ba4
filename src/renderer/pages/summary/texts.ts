/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  summary: 'Summary',
  before: 'Before',
  noneOnlyHowTheServer: 'none: this snapshot only',
  summingUp: 'Summing up',
};
