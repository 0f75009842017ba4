import { LatchkeyError } from '../../shared/base/error';
import type { Rule } from './rule-set';
import { texts } from './texts';

/** A rule whose links the set cannot be used with, and why. */
export interface FaultyLink {
  rule: Rule;
  error: LatchkeyError;
}

/**
 * The first rule that explains a rule which does not exist, or that closes a cycle; null: the links of all rules make a
 * directed graph without cycles. Where a cycle runs through several files, the one read last is at fault.
 */
export function faultyLink(rules: ReadonlyMap<string, Rule>): FaultyLink | null {
  for (const rule of rules.values()) {
    const unknown = rule.explains.findIndex((link) => !rules.has(link.rule));
    if (unknown >= 0) return fault(rule, unknown, `there is no rule ${rule.explains[unknown]?.rule}`);
    const twice = rule.explains.findIndex(
      (link, index) => rule.explains.findIndex((other) => other.rule === link.rule) < index,
    );
    if (twice >= 0)
      return fault(rule, twice, `${rule.explains[twice]?.rule} is explained twice: join the conditions`);
  }
  const before = new Map<string, Rule>();
  for (const [id, rule] of rules) {
    before.set(id, rule);
    const cycle = cycleThrough(rule, before);
    if (cycle === null) continue;
    const index = rule.explains.findIndex((link) => link.rule === cycle[1]);
    return fault(rule, index, `nothing is its own cause: ${cycle.join(' -> ')}`);
  }
  return null;
}

/** The ids on a way from a rule back to itself, both ends included. */
function cycleThrough(start: Rule, rules: ReadonlyMap<string, Rule>): string[] | null {
  const ways: string[][] = start.explains.map((link) => [start.id, link.rule]);
  const seen = new Set<string>();
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const last = way.at(-1) ?? '';
    if (last === start.id) return way;
    if (seen.has(last)) continue;
    seen.add(last);
    for (const link of rules.get(last)?.explains ?? []) ways.push([...way, link.rule]);
  }
  return null;
}

function fault(rule: Rule, index: number, problem: string): FaultyLink {
  const error = new LatchkeyError('invalid-rule', texts.explains(rule.linkAt(index), index, problem), {
    hint: texts.docsRulesMdDrawsThe,
  });
  return { rule, error };
}
