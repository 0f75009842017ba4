/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  cannotWriteTheItIs: (what: string, file: string) => `Cannot write the ${what} ${file}: it is a folder.`,
  giveTheNameOfA: 'Give the name of a file.',
  cannotWriteTheItIsA: (what: string, file: string, link: string) =>
    `Cannot write the ${what} ${file}: it is a link to ${link}, which is not there.`,
  giveThePathThatThe: 'Give the path that the link should have, or remove the link.',
  noSpaceLeftOnThe: (what: string, file: string) =>
    `No space left on the device while writing the ${what} ${file}.`,
  freeSomeSpaceInOr: (folder: string) =>
    `Free some space in ${folder}, or write to another place. Nothing was left behind.`,
  cannotWriteThe: (what: string, file: string, why: string) => `Cannot write the ${what} ${file}: ${why}.`,
  noFolderCanBeMade: 'no folder can be made there',
  aPartOfItIsNoFolder: 'a part of this path is not a folder',
  setLatchkeyHome: 'Set LATCHKEY_HOME to a folder that your account can write to.',
  chooseAnotherFolder: 'Choose another folder.',
  thereIsNoColumn: (file: string, number: number, missing: string) =>
    `${file}:${number}: there is no column ${missing}.`,
  theFirstLineIsTest: 'The first line is test,group,qps and, where they were measured, cpu_per_op,cs_per_op.',
  theTestHasNoName: (file: string, number: number) => `${file}:${number}: the test has no name.`,
  isNotANumberAbove: (where: string, cell: string) => `${where} "${cell}" is not a number above 0.`,
  holdsMoreThanOfResults: (folder: string, mostBytesTogether: string) =>
    `${folder} holds more than ${mostBytesTogether} of results.`,
  thereIsNoOutputOf: (folder: string) => `There is no output of sysbench in ${folder}.`,
  giveAFolderOfFiles: 'Give a folder of files with what sysbench printed, or a CSV file.',
  holdsMoreThanFiles: (root: string, mostFiles: number) => `${root} holds more than ${mostFiles} files.`,
  theFolderHoldsMoreThan: (folder: string, most: number) =>
    `The folder ${folder} holds more than ${most} files.`,
  giveAFolderWithWhat: 'Give a folder with what is meant, and nothing else.',
  theMappingFileIsNeither: (path: string) => `The mapping file ${path} is neither YAML nor JSON.`,
  theMappingFileIsNot: (path: string, place: string, message: string) =>
    `The mapping file ${path} is not valid${place}: ${message}.`,
  docsMetricsStoresMdDescribes:
    'docs/metrics-stores.md describes it: metrics, each with metric, to and name.',
  isNoResultOfA: (file: string, why: string) => `${file} is not a probe result: ${why}.`,
  latchkeyProbeIdOFile: (probeSchemaName: string) =>
    `latchkey probe ID -o FILE writes one (schema ${probeSchemaName}), latchkey prove that of a plan.`,
  theIsNotARegular: (kind: string, file: string) => `The ${kind} ${file} is not a regular file.`,
  copyItIntoAFile: 'Copy it into a file first.',
  theIsLargerThanIt: (kind: string, file: string, most: string) =>
    `The ${kind} ${file} is larger than ${most}; it is not read.`,
  thereIsNo: (what: string, file: string) => `There is no ${what} ${file}.`,
  checkThePath: 'Check the path.',
  cannotReadThe: (what: string, file: string, why: string) => `Cannot read the ${what} ${file}: ${why}.`,
  theSlowLogIsNot: (path: string) => `The slow log ${path} is not a regular file.`,
  holdsNoStatementsOfA: (path: string) => `${path} holds no statements of a slow log.`,
  giveTheFileThatSlow: 'Give the file that slow_query_log_file names, with log_output = FILE.',
};
