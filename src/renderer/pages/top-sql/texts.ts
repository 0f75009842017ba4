/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  topSql: 'Top SQL',
  readingStatements: 'Reading statements',
  rowsTemporaryTablesAndLock: (shown: number, count: number) =>
    `Rows, temporary tables and lock time are per call. ${shown} of ${count} shown.`,
  unknownFigures: 'Unknown figures',
  statementsByCost: 'Statements by cost',
  statement: 'Statement',
};
