/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  checks: 'Checks',
  judgingTheSnapshot: 'Judging the snapshot',
  ofCouldBeMadeEach: (made: number, made2: string) =>
    `${made} of ${made2} could be made. Each opens to its conditions, with the value of each input.`,
  fired: 'Fired',
  fired2: (numberOfFindings: number) => `Fired (${numberOfFindings})`,
  notChecked: 'Not checked',
  notChecked2: (numberOfNotChecked: number) => `Not checked (${numberOfNotChecked})`,
  everyCheckCouldBeMade: 'Every check could be made.',
  passed: 'Passed',
  passedLookedForNotFound: (numberOfPassed: number) => `Passed: looked for, not found (${numberOfPassed})`,
  notFound: (title: string) => `Not found: ${title}`,
  other: 'Other',
};
