import type { NotChecked } from './analysis';

/** Rules that one step, or several together, would let be checked. */
export interface NotCheckedGroup {
  /** What to do, as sentences without a full stop; none: nothing that could be done here. */
  steps: string[];
  rules: NotChecked[];
}

/**
 * What was not checked, by what would unlock it: what one step unlocks first, the most first; then what needs several;
 * last what this server lacks, or what its load gives nothing to judge by.
 */
export function notCheckedGroups(notChecked: readonly NotChecked[]): NotCheckedGroup[] {
  const groups = new Map<string, NotCheckedGroup>();
  for (const rule of notChecked) {
    const steps = stepsOf(rule);
    const key = steps.join('\n');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { steps, rules: [rule] });
    else group.rules.push(rule);
  }
  return [...groups.values()].sort((a, b) => order(a) - order(b) || b.rules.length - a.rules.length);
}

/** Steps that all have to be done; none where one of the reasons has no remedy. */
function stepsOf({ reasons }: NotChecked): string[] {
  const steps = reasons.map(({ unlock }) => unlock);
  const known = steps.filter((step) => step !== undefined);
  return known.length < steps.length ? [] : [...new Set(known)].sort();
}

function order({ steps }: NotCheckedGroup): number {
  return steps.length === 0 ? 2 : Number(steps.length > 1);
}

/** "27 checks", with the verb that follows left to the caller. */
export function checksText(count: number): string {
  return `${count} check${count === 1 ? '' : 's'}`;
}

/** The groups in fewer words: those that need several steps are one, where there is more than one of them. */
export function shortGroups(notChecked: readonly NotChecked[]): { title: string; group: NotCheckedGroup }[] {
  const groups = notCheckedGroups(notChecked);
  const several = groups.filter(({ steps }) => steps.length > 1);
  if (several.length < 2) return groups.map((group) => ({ title: groupTitle(group), group }));
  const steps = [...new Set(several.flatMap((group) => group.steps))];
  const together = { steps, rules: several.flatMap(({ rules }) => rules) };
  const first = groups.indexOf(several[0] ?? together);
  return groups
    .filter((group, at) => at === first || group.steps.length < 2)
    .map((group) =>
      group === several[0]
        ? { title: `${checksText(together.rules.length)}: more than one of these steps`, group: together }
        : { title: groupTitle(group), group },
    );
}

/** What stands above a group: "27 checks: Take a second reading". */
export function groupTitle({ steps, rules }: NotCheckedGroup): string {
  const what = steps.length === 0 ? 'not on this server, or nothing to judge by' : steps.join('; ');
  return `${checksText(rules.length)}: ${what}`;
}
