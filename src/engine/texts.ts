/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  aSnapshotCannotBeCompared: 'A snapshot cannot be compared with the result of a benchmark.',
  giveTwoSnapshotsTwoCsv: 'Give two snapshots, two CSV files, or two folders of sysbench outputs.',
  aPasswordInAUrl: 'A password in a URL is refused: it would be kept with it.',
  leaveItOutAndType: 'Leave it out, and type it into its own field.',
  aMuteNeedsAReason: 'A mute needs a reason: it is shown wherever the finding would be.',
  theStoreHasNothingOf: 'The store has nothing of any server in this span.',
  checkTheLabelsAskedFor: 'Check the labels asked for, and that mysqld_exporter is scraped.',
  noConnectionIsSaved: 'No connection is saved.',
  saveSomeInTheWindow: 'Save some in the window (Connect), or import a file.',
  namesNoServer: (path: string) => `${path} names no server.`,
  anInventoryOfAnsibleIni:
    'An inventory of Ansible (INI or YAML), or a CSV file with a column "name" or "host".',
  theFindingsOverTimeWere: 'The findings over time were not read.',
  theRuleFoundNothingIn: (ruleId: string) => `The rule "${ruleId}" found nothing in this snapshot.`,
};
