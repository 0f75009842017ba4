export type { AppliedChange } from './apply';
export type { ChangeSession } from './change-session';
export { type DamagedEntry, type Journal, type JournalOptions, openJournal } from './journal';
export { keptSessions } from './kept-sessions';
export { type PlanOptions, planChange, type WishedSetting } from './plan';
export { pendingEntries, type RestoreOptions, restoreEntry } from './restore';
export {
  applyChange,
  type ChangeApplication,
  type ChangeRequest,
  type ChangeRun,
  type Consent,
  runChange,
} from './run';
export type { WishedSwitches } from './switches';
