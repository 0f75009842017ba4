/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  paste: 'Paste',
  showGlobalStatusShowGlobal:
    'SHOW GLOBAL STATUS, SHOW GLOBAL VARIABLES, SHOW ENGINE INNODB STATUS, a report of MySQLTuner or phpMyAdmin: in any form, with other text around them. Two readings of the status give rates.',
  statusAndVariables: 'Status and variables',
  atMostImportALonger: (pasteLimit: string) => `At most ${pasteLimit}: import a longer text as a file.`,
  versionOfTheServer: 'Version of the server',
  readTheText: 'Read the text',
  reading: 'Reading',
};
