export type { AppliedChange } from './apply';
export type { ArmControl, EnteredArm } from './arm-control';
export { type ArmsPlan, planArms, type WishedArm } from './arms-plan';
export type { ChangeSession } from './change-session';
export { readGlobals } from './global-variables';
export { type DamagedEntry, type Journal, type JournalOptions, openJournal } from './journal';
export { keptSessions } from './kept-sessions';
export { type PlanOptions, planChange, type WishedSetting } from './plan';
export { pendingEntries, type RestoreOptions, restoreEntry } from './restore';
export {
  type ArmsRun,
  applyChange,
  type ChangeApplication,
  type ChangeRequest,
  type ChangeRun,
  type Consent,
  runArms,
  runChange,
} from './run';
export type { ConsentWithoutLock } from './server-lock';
export type { WishedSwitches } from './switches';
