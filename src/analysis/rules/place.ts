import type { Analysis, Finding } from '../../shared/analysis';
import { formatValue } from '../../shared/base/units';
import type { RuleExplanation } from '../../shared/rules/rule-explanation';

type OnSnapshot = NonNullable<RuleExplanation['onSnapshot']>;

/** Where a finding stands among those of its analysis, and why. */
export function placeOf(
  ruleId: string,
  { findings, muted, plan }: Pick<Analysis, 'findings' | 'muted' | 'plan'>,
): Pick<OnSnapshot, 'place' | 'causes' | 'effects'> {
  const finding = findings.find((one) => one.ruleId === ruleId);
  if (finding === undefined) {
    const mute = muted.find((one) => one.ruleId === ruleId);
    const place =
      mute === undefined ? null : `It is muted (${mute.reason}): it has no rank and explains nothing.`;
    return { place, causes: [], effects: [] };
  }
  const titleOf = (id: string) => findings.find((one) => one.ruleId === id)?.title ?? id;
  const effects = findings.flatMap((one) =>
    one.explainedBy
      .filter((cause) => cause.ruleId === ruleId)
      .map(({ text }) => ({ ruleId: one.ruleId, title: one.title, text })),
  );
  const withheld = plan.withheld.find((one) => one.ruleId === ruleId);
  const advice = withheld === undefined ? '' : ` Its advice is not in the plan: ${withheld.reason}`;
  return {
    place: `Rank ${finding.rank} of ${findings.length}: ${reasonsOf(finding, titleOf).join('; ')}.${advice}`,
    causes: finding.explainedBy.map((cause) => ({ ...cause, title: titleOf(cause.ruleId) })),
    effects,
  };
}

/** In the order in which they decide the rank. */
function reasonsOf(finding: Finding, titleOf: (id: string) => string): string[] {
  const { standing, explainedBy, severity, role, impact, confidence } = finding;
  const [cause] = explainedBy;
  const asides = {
    finding: [],
    remark: ['a remark, ranked after every finding'],
    earlier: ['it happened before the window, so it comes after every finding and remark'],
  };
  return [
    ...asides[standing],
    cause === undefined
      ? 'no other finding explains it'
      : `it follows from "${titleOf(cause.ruleId)}" and ranks after the causes`,
    severity === 'notice'
      ? 'a notice, after warnings'
      : `a ${severity === 'critical' ? 'critical finding' : 'warning'}, before notices`,
    role === 'resource'
      ? 'the measure of something else, ranked after what can be changed'
      : 'something that can be changed, ranked before measures such as CPU used',
    ...(finding.hazard && severity === 'warning'
      ? ['a setting that endangers data or replicas, ranked after warnings of what holds statements up']
      : []),
    impact.share === null
      ? 'no share of time was measured for it'
      : `${formatValue(100 * Math.min(1, impact.share), 'percent')} of the time of statements, measured`,
    `confidence ${confidence.level}`,
  ];
}
