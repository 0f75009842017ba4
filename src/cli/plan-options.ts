import type { Command } from 'commander';
import type { Finding } from '../shared/analysis';
import type { Decisions } from '../shared/decisions';
import { LatchkeyError } from '../shared/error';
import type { PlanChoices } from '../shared/plan';
import type { Snapshot } from '../shared/snapshot';
import { collectList, collectSettings } from './option-values';
import { refuseUnknownLocks } from './plan-remarks';

export interface ChoiceOptions {
  accept?: string[];
  lock?: string[];
  set?: Record<string, string>;
}

/** Adds what the user decides about a plan. */
export function addChoiceOptions(command: Command): Command {
  return command
    .option('--accept <rules>', 'only what these rules advise: ids, separated by commas', collectList)
    .option('--lock <variables>', 'leave these variables as they are', collectList)
    .option('--set <variable=value>', 'a value of your own; may be repeated', collectSettings);
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
    set: options.set ?? {},
  };
}
