/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  presentSettings: 'present settings',
  notTried: 'not tried',
  keptPlan: 'kept plan',
  wholePlan: 'whole plan',
  noCellWasMeasured: 'No cell was measured.',
  noCellIs: 'No cell is',
  oneCellIs: 'One cell is',
  cellsAre: (better: number) => `${better} cells are`,
  betterThanThePresentSettings: (
    count: string,
    rowVariable: string,
    row: string,
    columnVariable: string,
    column: string,
    verdictWords: string,
    arm: string,
  ) =>
    `${count} better than the present settings. The most favourable estimate is that of ${rowVariable} = ${row} with ${columnVariable} = ${column}: ${verdictWords}, ${arm}.`,
};
