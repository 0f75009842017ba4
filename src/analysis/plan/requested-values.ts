import type { Advice, Finding } from '../../shared/analysis';
import type { Setting } from '../../shared/plan';
import { sameSetting } from '../settings/setting';

/** One finding's wish for a variable. */
export interface Wish {
  finding: Finding;
  advice: Advice;
}

/** Wishes by variable, the higher-ranked findings first. @param accepted null: every finding takes part */
export function wishesOf(findings: Finding[], accepted: string[] | null): Map<string, Wish[]> {
  const wishes = new Map<string, Wish[]>();
  for (const finding of [...findings].sort((a, b) => a.rank - b.rank)) {
    if (accepted !== null && !accepted.includes(finding.ruleId)) continue;
    for (const advice of finding.advice) {
      const sides = wishes.get(advice.variable) ?? [];
      sides.push({ finding, advice });
      wishes.set(advice.variable, sides);
    }
  }
  return wishes;
}

/** Directions differ, or values that have none (names, switches) differ. */
export function opposed(sides: Wish[]): boolean {
  const [first, ...rest] = sides;
  if (first === undefined) return false;
  return rest.some(({ advice }) => {
    const direction = directionOf(first.advice.current, first.advice.proposed);
    if (direction === null) return !sameSetting(advice.proposed, first.advice.proposed);
    return directionOf(advice.current, advice.proposed) !== direction;
  });
}

/** null: values without a direction. */
export function directionOf(current: Setting, wished: Setting): 'up' | 'down' | null {
  if (typeof current !== 'number' || typeof wished !== 'number') return null;
  return wished > current ? 'up' : 'down';
}

/** Why a finding asks for something, in its own words. */
export function argumentOf({ title, impact }: Finding): string {
  return `${title}. ${impact.text}`;
}
