import type { ArmChoice } from '../analysis';
import type { DeepPlan, ProfilePlan } from '../server';
import type { ConsentWithoutLock } from '../server/change';
import type { Analysis, Finding } from '../shared/analysis';
import type { ApplyOutcome } from '../shared/apply';
import type { JournalEntry, RestoreOutcome } from '../shared/change';
import type { Comparison, Recheck } from '../shared/compare';
import type { Decisions, Lock, Mute } from '../shared/decisions';
import type { ImportOutcome, ImportRequest } from '../shared/import';
import type { Plan, PlanChoices, PlanFormat } from '../shared/plan';
import type { ProbePlan, ProbeRequest, ProbeResult } from '../shared/probe';
import type { JobContext } from '../shared/progress';
import type { RedactionClass, RedactionPreview } from '../shared/redaction';
import type { EngineCall, RpcInput, RpcOutput } from '../shared/rpc';
import type { ConnectRequest } from '../shared/rpc/connection';
import type { SampleFile, TakeSnapshotRequest } from '../shared/rpc/snapshot';
import type { RuleExplanation } from '../shared/rule-explanation';
import type { RuleCheck, RuleSummary } from '../shared/rule-list';
import type { Snapshot } from '../shared/snapshot';
import type { ApplyPreview, ApplySubject } from './apply';

export type ReportFormat = 'html' | 'markdown' | 'json';

/** Stacks that are wanted with a snapshot. */
export interface ProfileWish {
  seconds: number;
  consent: (plan: ProfilePlan) => Promise<boolean>;
}

/** @returns whether the statements of the plan may be sent */
export type ConsentDeep = (deep: DeepPlan) => Promise<boolean>;

/** What is applied where. */
export interface ApplyRequest extends ConnectRequest, ApplySubject {}

/** @returns whether the statements may be sent */
export type ConsentApply = (preview: ApplyPreview) => Promise<boolean>;

/** A snapshot with the file it lies in. */
export interface SavedSnapshot {
  snapshot: Snapshot;
  path: string | null;
}

/** A rendered document with the file name it would be saved under. */
export interface Rendered {
  text: string;
  fileName: string;
}

/** A rendered plan. */
export interface RenderedPlan extends Rendered {
  /** What is odd about the user's files, and how to proceed where the format cannot say it itself. */
  remarks: string[];
}

/**
 * The one service behind the window and the command line. Everything that fails throws a `LatchkeyError`.
 * Functions that take a job context report progress and stop when its signal fires.
 */
export interface Engine {
  /** Answers a call of the RPC contract. The caller has validated the input. */
  call<N extends EngineCall>(name: N, input: RpcInput<N>, job: JobContext): Promise<RpcOutput<N>>;

  /**
   * Connects, gathers and closes. A cancelled or broken run gives a partial snapshot (`complete: false`).
   * @param consentDeep deep mode: shows its plan and answers whether it may be carried out; absent: the request's
   *   `deep.agreed` decides, and without either nothing is changed on the server
   * @param profile stacks are sampled with perf on this machine, once its `consent` agrees to the command
   */
  takeSnapshot(
    request: TakeSnapshotRequest,
    job: JobContext,
    consentDeep?: ConsentDeep,
    profile?: ProfileWish,
  ): Promise<Snapshot>;
  /** Makes a snapshot of files that another tool, or a client, has left; nothing is written. */
  importBundle(
    request: ImportRequest,
    job: JobContext,
  ): Promise<{ snapshot: Snapshot; outcome: ImportOutcome }>;
  readSnapshot(path: string): Promise<Snapshot>;
  writeSnapshot(path: string, snapshot: Snapshot): Promise<void>;
  /** A copy without what the classes name, proved to be without it. @throws LatchkeyError internal where it is not */
  redact(
    snapshot: Snapshot,
    classes: readonly RedactionClass[],
  ): { snapshot: Snapshot; preview: RedactionPreview };
  samples(): Promise<SampleFile[]>;

  /** Judges a snapshot. @param path where it was read from, or null while it is not saved */
  analyze(snapshot: Snapshot, path: string | null): Promise<Analysis>;
  plan(snapshot: Snapshot, findings: Finding[], choices: PlanChoices): Plan;
  /** @param myCnfPath option file that `cnf` edits (nothing is written) and `diff` compares with; null: a new file */
  renderPlan(
    snapshot: Snapshot,
    analysis: Analysis,
    choices: PlanChoices,
    format: PlanFormat,
    myCnfPath: string | null,
    options?: { undo: boolean },
  ): Promise<RenderedPlan>;
  /** Why a format cannot be had for this server, as a sentence; null: it can. */
  formatRefusal(format: PlanFormat, snapshot: Snapshot): string | null;
  /** Two snapshots, or two results of a benchmark (CSV file, or folder of sysbench outputs); A is the base. */
  compare(pathA: string, pathB: string): Promise<Comparison>;
  /** Which findings of one snapshot cleared, stayed or appeared in a later one. */
  recheck(before: SavedSnapshot, after: SavedSnapshot): Promise<Recheck>;
  renderReport(snapshot: Snapshot, analysis: Analysis, format: ReportFormat): Promise<string>;
  /** Writes atomically; an existing option file is kept beside the new one as a backup. */
  writeText(path: string, text: string): Promise<void>;

  /** Locks and mutes of the user, which hold for every plan and analysis. */
  decisions(): Promise<Decisions>;
  /** @returns the lock; `known` false: Latchkey knows no such variable on any server */
  lock(variable: string, reason: string): Promise<{ lock: Lock; known: boolean }>;
  unlock(variable: string): Promise<boolean>;
  /** Throws `not-found` for a rule that there is not. */
  mute(ruleId: string, reason: string): Promise<Mute>;
  unmute(ruleId: string): Promise<boolean>;
  /** Whether snapshots explain statements, unless one is asked not to. */
  explaining(): Promise<boolean>;
  setExplaining(on: boolean): Promise<void>;

  rules(): Promise<RuleSummary[]>;
  /** How many rule files there are; compiles none of them, which takes a while. */
  ruleCount(): Promise<number>;
  /** Reads all rules anew, which then hold, and runs the examples that they carry. */
  checkRules(): Promise<RuleCheck>;
  /** A rule told for people. @param snapshot also says why it fired there, or why not */
  explainRule(id: string, snapshot: Snapshot | null): Promise<RuleExplanation>;
  /** The rule's own document, as it is written. */
  ruleText(id: string): Promise<string>;

  /**
   * Runs a probe; nothing is changed without consent to its plan.
   * @returns its result, whatever became of it; `restore` says what became of the server
   */
  runProbe(
    connect: ConnectRequest,
    request: ProbeRequest,
    consent: (plan: ProbePlan) => Promise<boolean>,
    job: JobContext,
  ): Promise<ProbeResult>;
  /** Reads a result and works its verdicts out anew. @throws LatchkeyError when they are not those of the file */
  readProbe(path: string): Promise<ProbeResult>;
  /** Works a result out anew from its samples. @returns with the verdicts that they give; `agrees`: the file has the same */
  recomputeProbe(path: string): Promise<{ result: ProbeResult; agrees: boolean }>;
  renderProbe(result: ProbeResult, format: ReportFormat): Promise<string>;
  /** The values of an arm for a plan. @param arm null: the best of those that are better */
  probeArmForPlan(path: string, arm: string | null): Promise<ArmChoice>;

  /** Interrupted changes that wait to be put back; not those that a living process is making. */
  pendingRestores(): Promise<JournalEntry[]>;
  /** Files in the journal folder that cannot be read: they may hold values to be put back. */
  damagedJournal(): Promise<{ path: string; reason: string }[]>;
  /** What is wrong with the databases of history and recordings, a sentence each. Never rejects. */
  databaseProblems(): Promise<string[]>;
  /** @param connect where the server is and the password; the target defaults to the entry's own */
  restore(
    entryId: string,
    connect: Partial<Pick<ConnectRequest, 'target'>> & Pick<ConnectRequest, 'secrets'>,
    options: { force: boolean; withoutLock?: ConsentWithoutLock },
    job: JobContext,
  ): Promise<RestoreOutcome>;

  /** Path of a snapshot: the file itself, or by the id that history knows it by. */
  findSnapshot(fileOrId: string): Promise<string>;
  /** What `applyPlan` would do; null: the plan has nothing to be set now. */
  previewApply(request: ApplyRequest, job: JobContext): Promise<ApplyPreview | null>;
  /** Sets what of the plan can be set now, and keeps the undo record. */
  applyPlan(request: ApplyRequest, job: JobContext, consent: ConsentApply): Promise<ApplyOutcome>;
  /** Applied changes that can be undone, oldest first. */
  undoable(): Promise<JournalEntry[]>;
  /** Puts back what an applied change has set; connection and `force` as with `restore`. */
  undo(
    entryId: string,
    connect: Partial<Pick<ConnectRequest, 'target'>> & Pick<ConnectRequest, 'secrets'>,
    options: { force: boolean; withoutLock?: ConsentWithoutLock },
    job: JobContext,
  ): Promise<RestoreOutcome>;

  /** Whether this process has a change of a server in hand, or is putting one back. */
  changing(): boolean;

  close(): Promise<void>;
}
