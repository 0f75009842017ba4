/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  importWord: 'Import',
  readsWhatMysqlAndMysqladmin:
    'Reads what mysql and mysqladmin print, pt-stalk, pt-mysql-summary, MySQL Shell diagnostics, the dump folder of mysqltuner, option files, slow logs and stacks: a folder, a file, a .tar.gz or a .zip. Nothing is unpacked to disk. Two readings of the status give a window with rates.',
  chooseAFile: 'Choose a file',
  chooseAFolder: 'Choose a folder',
  reading: 'Reading',
  whatTheFilesDoNot: 'What the files do not say',
  onlyPathsWithThisText: 'Only paths with this text',
  whereThereAreSeveralServers: 'Where there are several servers or captures in it.',
  versionOfTheServer: 'Version of the server',
  keepLiteralsOfStatementsThey: 'Keep literals of statements; they may contain application data',
  importAgainWithThese: 'Import again with these',
};
