import type { Command } from 'commander';
import type { Engine } from '../engine/engine';
import type { Finding } from '../shared/analysis';
import { LatchkeyError } from '../shared/base/error';
import type { Decisions } from '../shared/decisions';
import type { PlanChoices } from '../shared/plan';
import type { Snapshot } from '../shared/snapshot';
import { collectList, collectSettings } from './option-values';
import { refuseUnknownLocks } from './plan-remarks';

export interface ChoiceOptions {
  accept?: string[];
  lock?: string[];
  set?: Record<string, string>;
  useProbe?: string;
  probeArm?: string;
}

/** Values that a probe found, and what to know of them. */
export type UsedProbe = Required<Pick<PlanChoices, 'set' | 'measured'>> & { remark: string | null };

/**
 * The values of the arm that is named, or else of the best of those that are better; null: no probe was named.
 * @throws LatchkeyError usage for an arm that is not to be had; as `probeArmForPlan`
 */
export async function usedProbe(
  { useProbe, probeArm }: ChoiceOptions,
  engine: Pick<Engine, 'probeArmForPlan'>,
): Promise<UsedProbe | null> {
  if (useProbe === undefined) {
    if (probeArm === undefined) return null;
    throw new LatchkeyError(
      'usage',
      '--probe-arm names an arm of a result: give that with --use-probe FILE.',
    );
  }
  const choice = await engine.probeArmForPlan(useProbe, probeArm ?? null);
  if (choice.refusal === null) return choice;
  throw new LatchkeyError('usage', choice.refusal, { hint: `latchkey probe show ${useProbe} tells more.` });
}

/** Adds what the user decides about a plan. */
export function addChoiceOptions(command: Command): Command {
  return command
    .option('--accept <rules>', 'only what these rules advise: ids, separated by commas', collectList)
    .option('--lock <variables>', 'leave these variables as they are', collectList)
    .option('--set <variable=value>', 'a value of your own; may be repeated', collectSettings)
    .option('--use-probe <file>', 'the values that a probe found better: its result')
    .option('--probe-arm <name>', 'with --use-probe: another arm of it than the best');
}

/**
 * Throws `usage` for a rule that found nothing here, since accepting it by mistake would silently give an empty plan,
 * and for a lock on a variable that the server does not have. Locks that are kept for all servers hold as well.
 */
export function planChoices(
  options: ChoiceOptions,
  findings: Finding[],
  snapshot: Snapshot,
  { locks }: Pick<Decisions, 'locks'>,
  probed: UsedProbe | null = null,
): PlanChoices {
  const ids = findings.map(({ ruleId }) => ruleId);
  const unknown = (options.accept ?? []).filter((id) => !ids.includes(id));
  if (unknown.length > 0) {
    throw new LatchkeyError('usage', `No finding of this snapshot comes from ${unknown.join(', ')}.`, {
      hint: ids.length === 0 ? 'There are no findings.' : `Findings: ${ids.join(', ')}.`,
    });
  }
  const locked = (options.lock ?? []).map((name) => name.toLowerCase().replaceAll('-', '_'));
  refuseUnknownLocks(locked, snapshot);
  return {
    accepted: options.accept ?? null,
    locked: [...new Set([...locked, ...locks.map(({ variable }) => variable)])],
    set: { ...probed?.set, ...options.set },
    ...(probed === null ? {} : { measured: probed.measured }),
  };
}
