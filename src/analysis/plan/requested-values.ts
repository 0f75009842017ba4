import type { Advice, Finding } from '../../shared/analysis';
import type { Setting } from '../../shared/plan';
import { sameSetting } from '../facts/inputs/setting';

/** One finding's request for a variable. */
export interface RequestedValue {
  finding: Finding;
  advice: Advice;
}

/** Requests by variable, the higher-ranked findings first. @param accepted null: every finding takes part */
export function requestedValues(
  findings: Finding[],
  accepted: string[] | null,
): Map<string, RequestedValue[]> {
  const requestedValues = new Map<string, RequestedValue[]>();
  for (const finding of [...findings].sort((a, b) => a.rank - b.rank)) {
    if (accepted === null ? isWithheld(finding) : !accepted.includes(finding.ruleId)) continue;
    for (const advice of finding.advice) {
      const sides = requestedValues.get(advice.variable) ?? [];
      sides.push({ finding, advice });
      requestedValues.set(advice.variable, sides);
    }
  }
  return requestedValues;
}

/** Advice that no plan holds unless the user asks for it: on a symptom whose cause is known, and in a remark. */
export function isWithheld({ explainedBy, standing }: Finding): boolean {
  return explainedBy.length > 0 || standing === 'remark';
}

/** Directions differ, or values that have none (names, switches) differ. */
export function opposed(sides: RequestedValue[]): boolean {
  const [first, ...rest] = sides;
  if (first === undefined) return false;
  return rest.some(({ advice }) => {
    const direction = directionOf(first.advice.current, first.advice.proposed);
    if (direction === null) return !sameSetting(advice.proposed, first.advice.proposed);
    return directionOf(advice.current, advice.proposed) !== direction;
  });
}

/** null: values without a direction. */
export function directionOf(current: Setting, requested: Setting): 'up' | 'down' | null {
  if (typeof current !== 'number' || typeof requested !== 'number') return null;
  return requested > current ? 'up' : 'down';
}

/** Why a finding asks for something, in its own words. */
export function argumentOf({ title, impact }: Finding): string {
  return `${title}. ${impact.text}`;
}
