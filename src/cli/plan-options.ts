import type { Command } from 'commander';
import type { Engine } from '../engine';
import type { Finding } from '../shared/analysis';
import { LatchkeyError } from '../shared/base/error';
import type { PlanChoices, TuningPlan } from '../shared/plan';
import type { Snapshot } from '../shared/snapshot';
import { declaredHost, type HostOptions } from './connection-options';
import { openedText } from './opened-file';
import { collectList, collectSettings } from './option-values';
import { refuseDroppedSettings, refuseUnknownLocks, settingRemarks } from './plan-remarks';
import { texts as catalogue } from './texts';

export interface ChoiceOptions {
  accept?: string[];
  lock?: string[];
  set?: Record<string, string>;
  useProbe?: string;
  probeArm?: string;
}

/** Values that a probe found, and what to know of them. */
type UsedProbe = Required<Pick<PlanChoices, 'set' | 'measured'>> & { remark: string | null };

/**
 * The values of the arm that is named, or else of the best of those that are better; null: no probe was named.
 * @throws LatchkeyError usage for an arm that is not available; as `probe.armOfFile`
 */
async function usedProbe({ useProbe, probeArm }: ChoiceOptions, engine: Engine): Promise<UsedProbe | null> {
  if (useProbe === undefined) {
    if (probeArm === undefined) return null;
    throw new LatchkeyError('usage', catalogue.probeArmNamesAVariant);
  }
  const choice = await engine.call('probe.armOfFile', { path: useProbe, arm: probeArm ?? null });
  if (choice.refusal === null) return choice;
  throw new LatchkeyError('usage', choice.refusal, { hint: catalogue.latchkeyProbeShowShowsMore(useProbe) });
}

/** Adds what the user decides about a plan. */
export function addChoiceOptions(command: Command): Command {
  return command
    .option('--accept <rules>', catalogue.onlyWhatTheseRulesAdvise, collectList)
    .option('--lock <variables>', catalogue.leaveTheseVariablesAsThey, collectList)
    .option('--set <variable=value>', catalogue.aValueOfYourOwn, collectSettings)
    .option('--use-probe <file>', catalogue.theValuesThatAProbe)
    .option('--probe-arm <name>', catalogue.withUseProbeAnotherVariant);
}

/** The plan of a snapshot file as the options choose it. */
export interface ChosenPlan {
  /** Of the snapshot, for further calls. */
  id: string;
  choices: PlanChoices;
  plan: TuningPlan;
  /** One line for each thing that does not come out as it was asked. */
  remarks: string[];
}

/** @throws LatchkeyError usage for choices that the snapshot does not allow */
export async function choosePlan(engine: Engine, path: string, options: ChoiceOptions): Promise<ChosenPlan> {
  const { id, snapshot } = await engine.call('snapshot.read', { path });
  return chosenPlan(engine, { id, snapshot }, options);
}

/** The same of any text that `latchkey import` takes, with what is declared of its host. */
export async function choosePlanOfFile(
  engine: Engine,
  path: string,
  options: ChoiceOptions & HostOptions,
): Promise<ChosenPlan> {
  const declared = declaredHost(options);
  if (path.endsWith('.lks') && Object.keys(declared).length > 0) {
    throw new LatchkeyError('usage', catalogue.aSnapshotFileHasWhat, {
      hint: catalogue.latchkeyAnalyzeJudgesItWith(path),
    });
  }
  try {
    return await choosePlan(engine, path, options);
  } catch (error) {
    if (!(error instanceof LatchkeyError) || error.code !== 'not-a-snapshot') throw error;
    const id = await openedText(engine, path, error, declared);
    return chosenPlan(engine, { id, snapshot: await engine.call('snapshot.document', { id }) }, options);
  }
}

async function chosenPlan(
  engine: Engine,
  { id, snapshot }: { id: string; snapshot: Snapshot },
  options: ChoiceOptions,
): Promise<ChosenPlan> {
  const { findings } = await engine.call('analysis.get', { id });
  const probed = await usedProbe(options, engine);
  const choices = planChoices(options, findings, snapshot, probed);
  const plan = await engine.call('plan.get', { id, choices });
  refuseDroppedSettings(choices.set, plan);
  const proof = probed === null || probed.remark === null ? [] : [probed.remark];
  return { id, choices, plan, remarks: [...proof, ...settingRemarks(choices.set, plan, snapshot)] };
}

/**
 * Throws `usage` for a rule that found nothing here, since accepting it by mistake would silently give an empty plan,
 * and for a lock on a variable that the server does not have. The engine adds the locks that are kept for all servers.
 */
function planChoices(
  options: ChoiceOptions,
  findings: Finding[],
  snapshot: Snapshot,
  probed: UsedProbe | null,
): PlanChoices {
  const ids = findings.map(({ ruleId }) => ruleId);
  const unknown = (options.accept ?? []).filter((id) => !ids.includes(id));
  if (unknown.length > 0) {
    throw new LatchkeyError('usage', catalogue.noFindingOfThisSnapshot(unknown.join(', ')), {
      hint: ids.length === 0 ? catalogue.thereAreNoFindings : catalogue.findings(ids.join(', ')),
    });
  }
  const locked = (options.lock ?? []).map((name) => name.toLowerCase().replaceAll('-', '_'));
  refuseUnknownLocks(locked, snapshot);
  return {
    accepted: options.accept ?? null,
    locked: [...new Set(locked)],
    set: { ...probed?.set, ...options.set },
    ...(probed === null ? {} : { measured: probed.measured }),
  };
}
