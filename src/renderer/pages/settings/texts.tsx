import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  linux: 'Linux',
  windows: 'Windows',
  asTheSystem: 'As the system',
  light: 'Light',
  dark: 'Dark',
  settings: 'Settings',
  about: 'About',
  reading: 'Reading',
  latchkey: 'Latchkey',
  rules: 'Rules',
  rulesAllOfThem: 'rules, all of them',
  runsOn: 'Runs on',
  nothingLeavesThisMachineThe:
    'Nothing leaves this machine: the window loads no remote content and sends no data.',
  appearance: 'Appearance',
  snapshots: 'Snapshots',
  explainStatementsThatScanExplain:
    'Explain statements that scan (EXPLAIN); off holds for the command line too',
  mutedFindingsAndLocks: 'Muted findings and locks',
  mutedFindings: 'Muted findings',
  noneAFindingIsMuted: 'None. A finding is muted, with a reason, on its own page.',
  cannotBeRead: (path: string, message: string) => `${path} cannot be read: ${message}`,
  savedConnections: 'Saved connections',
  readingConnections: 'Reading connections',
  noneAConnectionIsSaved:
    'None. A connection is saved where Save connection is ticked and it works; its password only in the keychain of the system, and only if you say so.',
  remove: (span: ReactNode) => <>Remove{span}</>,
};
