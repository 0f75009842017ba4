import {
  isForDurability,
  type ProofClass,
  proofClass,
  proofClassFacts,
  triedTogether,
} from '../knowledge/catalog/proof-class';
import { variableFacts } from '../knowledge/catalog/variable-catalog';
import type { ServerKind } from '../knowledge/catalog/variable-facts';
import type { PlanChange, TuningPlan } from '../shared/plan';
import type { ProofChange } from '../shared/proof';
import { optionText } from './outputs/change-text';

/** More changes than one design separates; those of lesser rank are left to a second proof. */
const mostTried = 12;

/** From what is least to what is most in the way of trying a change; a change of several is what its slowest is. */
const order: readonly ProofClass[] = ['fast', 'session', 'medium', 'slow', 'capacity', 'safety', 'restart'];

/**
 * The changes of a plan as a proof tries them: variables that belong together are one change, each with its class and,
 * where it cannot be tried, the reason.
 */
export function proofChanges({ changes }: Pick<TuningPlan, 'changes'>, server: ServerKind): ProofChange[] {
  let tried = 0;
  return grouped(changes).map((group) => {
    const change = changeOf(group, server);
    // How many of those that need long slots, or are only observed, there is time for, the design says.
    if (change.untested !== null || change.class === 'medium' || change.class === 'slow') return change;
    tried += 1;
    if (tried <= mostTried) return change;
    return { ...change, untested: `one proof separates ${mostTried} changes; it needs a second one` };
  });
}

function changeOf(group: readonly PlanChange[], server: ServerKind): ProofChange {
  const classes = group.map(({ variable, when }) => proofClass(variable, when, server));
  const kind = order.findLast((each) => classes.includes(each)) ?? 'medium';
  const unsettable = group.find(({ stored }) => stored === null);
  const durable = group.find(({ variable, stored }) => isForDurability(variable, String(stored)));
  return {
    name: group.map(({ variable }) => variable).join(' + '),
    class: kind,
    settings: group.map(({ variable, from, stored, to }) => {
      const type = variableFacts(variable, server)?.type;
      return { variable, from: optionText(from, type), value: optionText(stored ?? to, type) };
    }),
    untested:
      unsettable !== undefined
        ? 'the server would not store its value'
        : kind === 'slow' && !group.every((each) => grows(each) || !isSlow(each, server))
          ? 'what it changes fills or empties over minutes, and only growth is tried'
          : proofClassFacts[kind].untested,
    staysFor: durable === undefined ? null : 'committed transactions survive a crash with it',
  };
}

function isSlow({ variable, when }: PlanChange, server: ServerKind): boolean {
  return proofClass(variable, when, server) === 'slow';
}

/** A cache that shrinks loses what it holds, which no restore brings back. */
function grows({ from, stored, to }: PlanChange): boolean {
  const after = stored ?? to;
  return typeof from === 'number' && typeof after === 'number' && after > from;
}

/** Changes that need each other, that a SET moves together, or that are two halves of one setting. */
function grouped(changes: readonly PlanChange[]): PlanChange[][] {
  const together = (one: PlanChange, other: PlanChange) =>
    triedTogether(one.variable, other.variable) ||
    one.neededBy.some(({ variable }) => variable === other.variable) ||
    other.neededBy.some(({ variable }) => variable === one.variable);
  const groups: PlanChange[][] = [];
  for (const change of changes) {
    const joined = groups.filter((group) => group.some((member) => together(member, change)));
    const [first, ...more] = joined;
    if (first === undefined) {
      groups.push([change]);
      continue;
    }
    first.push(...more.flat(), change);
    for (const group of more) groups.splice(groups.indexOf(group), 1);
  }
  return groups;
}
