export type { AppliedChange } from './apply';
export type { ArmControl, EnteredArm } from './arm-control';
export type { RequestedInstruments } from './gate/instruments';
export { keptSessions } from './guard/kept-sessions';
export type { ConsentWithoutLock } from './guard/server-lock';
export {
  type DamagedEntry,
  type Journal,
  type JournalOptions,
  /** @internal exported to tests; the engine opens it from its own file */ openJournal,
} from './journal/journal';
export { type ArmsPlan, planArms, type TargetArm } from './plan/arms-plan';
export { type PlanOptions, planChange, type RequestedSetting } from './plan/plan';
export { poolAfterSet } from './plan/pool-set';
export { pendingEntries, type RestoreOptions, requireOwnerGone, restoreEntry } from './restore/restore';
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
export type { ChangeSession } from './session/change-session';
export { readGlobals } from './session/global-variables';
