/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theFilesAreOfDifferent: (size: number, list: string) =>
    `The files are of different servers (${size}), which are not mixed: ${list}.`,
  importOneAtATime:
    'Import one at a time: latchkey import PATH --only TEXT takes the files whose path holds the text.',
  theStatusReadingsDoNot: (paths: string) =>
    `The status readings do not follow each other (${paths}): most counters fall while Uptime grows. They are of different servers, or of different starts of one.`,
  importOneOfThemAlone: 'Import one of them alone: latchkey import PATH --only TEXT.',
  isNoServerVersion: (text: string) => `"${text}" is not a server version.`,
  giveOneSuchAs5: 'Give one such as 5.7.44, mariadb-10.6.12 or percona-8.0.36-28.',
  thereIsNothingToImport: (given: string, why: string) => `There is nothing to import from ${given}: ${why}.`,
  knownAreShowGlobalVariables:
    'Supported are SHOW GLOBAL VARIABLES, STATUS and ENGINE INNODB STATUS as clients print them, pt-stalk, pt-mysql-summary, MySQL Shell and MySQLTuner bundles, my.cnf and slow logs.',
  itIsLongerThanWhich: (wholeBytes: string) =>
    `it is longer than ${wholeBytes}, which no file of its kind is`,
};
