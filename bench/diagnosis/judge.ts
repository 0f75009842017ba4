import type { Finding, Value } from '../../src/shared/analysis.ts';
import type { Planted } from './scenario.ts';

/** What of a finding is judged, and kept. */
export type KeptFinding = Pick<Finding, 'ruleId' | 'severity' | 'rank' | 'advice'>;

export interface Judged {
  /** Place of the planted cause among the findings, from 1; null when it is not among them. */
  place: number | null;
  /** The rule that named it. */
  rule: string | null;
  /** Whether the setting and its direction are right; null where no setting is the remedy. */
  settingRight: boolean | null;
}

/** Where the planted cause stands among the findings, and whether it comes with the right advice. */
export function judge({ findings }: { findings: KeptFinding[] }, planted: Planted): Judged {
  const named = findings.filter(({ ruleId }) => planted.rules.includes(ruleId));
  const first = named[0];
  const settingRight = planted.variable === null ? null : named.some((finding) => advises(finding, planted));
  return { place: first?.rank ?? null, rule: first?.ruleId ?? null, settingRight };
}

function advises({ advice }: KeptFinding, { variable, direction }: Planted): boolean {
  return advice.some(
    (entry) => entry.variable === variable && directionOf(entry.current, entry.proposed) === direction,
  );
}

function directionOf(current: Value, proposed: Value): Planted['direction'] {
  if (proposed === false || proposed === 'OFF') return 'off';
  if (proposed === true || proposed === 'ON') return 'on';
  const [from, to] = [Number(current), Number(proposed)];
  if (Number.isNaN(from) || Number.isNaN(to) || from === to) return null;
  return to > from ? 'up' : 'down';
}
