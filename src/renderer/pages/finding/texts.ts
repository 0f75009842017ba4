/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  finding: 'Finding',
  judgingTheSnapshot: 'Judging the snapshot',
  thisFindingIsNotIn: 'This finding is not in the open snapshot',
  backToTheDiagnosis: 'Back to the diagnosis',
  takeOutOfThePlan: 'Remove from plan',
  addToPlan: 'Add to plan',
  goToThePlan: 'Go to the plan',
  verifyWithAProbe: 'Verify with a probe',
  theRule: 'The rule',
  mute: 'Mute',
  saveThisFindingAsA: 'Save this finding as a document',
};
