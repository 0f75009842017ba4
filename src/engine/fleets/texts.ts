/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theBaselineIsNeitherA: (pinned: string) =>
    `The baseline "${pinned}" is neither a server of this fleet nor a file.`,
  theBaselineHasNoSnapshot: (pinned: string) => `The baseline "${pinned}" has no snapshot that can be read.`,
  servers: (servers: string) => `Servers: ${servers}`,
  thereIsNoSnapshotIn: (given: string) => `There is no snapshot in the folder ${given}.`,
  snapshotsEndInLksFolders:
    'Snapshots end in .lks; folders below it are searched too. latchkey fleet snapshot takes some.',
  theInventoryNamesNoFolder: (path: string) => `The inventory ${path} names no folder that is there.`,
  giveItAFolderSnapshots:
    'Give it a folder: snapshots, and take some: latchkey fleet snapshot. Or name the folder itself.',
  theHistoryOfNamesNo: (file: string, name: string, path: string, message: string) =>
    `${file}: the history of ${name} names no metrics store: ${path} ${message}.`,
  thereIsNoSavedConnection: (saved: string, name: string) =>
    `There is no saved connection "${saved}" for ${name}.`,
  saveOneOfThisName: 'Save one of this name in the window (Connect), or write the connection out.',
  aPasswordInAUrl: 'A password in a URL is refused.',
  theValueOfSshIs: 'The value of ssh is not user@host or user@host:port, without password.',
  whatIsDeclaredOfThe: (file: string, name: string) =>
    `${file}: what is declared of the host of ${name} is out of range.`,
  ramAndDataSizeTake: 'ram and data-size take sizes such as 64G; cpus and iops take numbers.',
  noChangeIsProposedFor: 'No change is proposed for any server.',
  thereIsNoGroup: (wanted: string) => `There is no group "${wanted}".`,
  latchkeyFleetAnalyzeListsThe: (wanted: string) => `latchkey fleet analyze lists the groups${wanted}.`,
  toUseFormatCnfAnOption: 'Use --format cnf: an option file.',
  theSnapshotIsPartial: 'The snapshot is partial.',
  itWasAfterItsTime: (what: string, seconds: string) => `It was ${what} after its time limit of ${seconds}.`,
  seeWhatKeepsTheServer: 'See what keeps the server, or allow more time for each server.',
  giveHistoryUrl: 'Give history: {url: prometheus://metrics.example.com:9090}, once under defaults.',
};
