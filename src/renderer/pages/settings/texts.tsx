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
  explainStatementsThatScanExplain: 'EXPLAIN statements that scan, here and on the command line',
  mutedFindingsAndLocks: 'Muted findings and locks',
  mutedFindings: 'Muted findings',
  noneAFindingIsMuted: 'None. Mute a finding on its page, with a reason.',
  cannotBeRead: (path: string, message: string) => `${path} cannot be read: ${message}`,
  savedConnections: 'Saved connections',
  readingConnections: 'Reading connections',
  noneAConnectionIsSaved:
    'None. Tick Save connection when you connect. A password is saved only in the system keychain, and only if you choose so.',
  remove: (span: ReactNode) => <>Remove{span}</>,
};
