import type { Finding } from '../../shared/analysis';
import { counted, formatSetting } from '../../shared/base/units';
import type { PlanChange, TuningPlan } from '../../shared/plan';

const namedChanges = 4;

/**
 * A plan in a paragraph for people who decide and do not tune: what is wrong, what changes, what it brings at most, what it
 * risks, how to go back. '' for a plan without a change.
 */
export function planSummary(
  { changes, memoryCheck }: Pick<TuningPlan, 'changes' | 'memoryCheck'>,
  findings: readonly Finding[],
): string {
  if (changes.length === 0) return '';
  const reasons = new Set(changes.flatMap(({ why }) => why));
  const served = findings.filter(({ ruleId }) => reasons.has(ruleId));
  return [
    wrongText(served),
    changeText(changes, served),
    gainText(served, findings),
    riskText(changes, served, memoryCheck),
    'To undo it, apply the rollback that comes with the plan: it restores the current values.',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function wrongText(served: readonly Finding[]): string {
  const [first, ...others] = served;
  if (first === undefined) return '';
  const more =
    others.length === 0
      ? ''
      : ` ${counted(others.length, 'other finding')} ${others.length === 1 ? 'is' : 'are'} addressed too.`;
  return `${first.title}: ${first.impact.text}${more}`;
}

function changeText(changes: readonly PlanChange[], served: readonly Finding[]): string {
  const units = new Map(
    served.flatMap(({ advice }) => advice.map(({ variable, unit }) => [variable, unit] as const)),
  );
  const text = ({ variable, from, stored, atOnce }: PlanChange) => {
    const unit = units.get(variable) ?? 'none';
    const until = atOnce === undefined ? '' : ` (${formatSetting(atOnce, unit)} until the restart)`;
    return `${variable} from ${formatSetting(from, unit)} to ${formatSetting(stored, unit)}${until}`;
  };
  const named = changes.slice(0, namedChanges).map(text);
  const rest = changes.length > namedChanges ? [`${changes.length - namedChanges} more`] : [];
  const restarts = changes.filter(({ when }) => when === 'restart').length;
  const when =
    restarts === 0
      ? 'No restart is needed.'
      : restarts === changes.length
        ? 'It takes one restart.'
        : `${restarts} of ${changes.length} wait for one restart; the others take effect at once.`;
  return `The plan changes ${[...named, ...rest].join(', ')}. ${when}`;
}

/**
 * What was measured of each cause bounds what its change removes: its own share of time, or the largest of the waits that it
 * explains; what a statement takes bounds nothing. Together the changes remove no more than the sum. Of a cause without a share
 * nobody knows, and then the whole has no bound.
 */
function gainText(served: readonly Finding[], findings: readonly Finding[]): string {
  if (served.length > 0 && served.every(({ area }) => area === 'durability')) {
    return 'It improves safety, not speed.';
  }
  const causes = served.filter(({ area }) => area !== 'durability');
  const bounds = causes.flatMap((cause) => measuredBound(cause, findings));
  if (bounds.length === 0) {
    return 'The gain cannot be predicted: no share of time was measured for it. Compare a later snapshot with this one.';
  }
  const most = bounds.reduce((sum, share) => sum + 100 * share, 0);
  if (most >= 99.5) {
    return 'The gain cannot be predicted: what was measured is all the time of the statements concerned. Compare a later snapshot with this one.';
  }
  const percent = `${most < 1 ? 'less than 1' : Math.round(most)} % of the time that statements took in this window`;
  const unmeasured = causes.length - bounds.length;
  return unmeasured === 0
    ? `At best it removes ${percent}. That share was measured and is an upper bound, not a forecast.`
    : `What was measured is ${percent}, which is the most that the change for it removes; for ${unmeasured} of ${counted(causes.length, 'finding')} no share of time was measured, so that the whole may bring more. Compare a later snapshot with this one.`;
}

/** One share of time, or none. */
function measuredBound(cause: Finding, findings: readonly Finding[]): number[] {
  const own = measuredShares([cause]);
  if (own.length > 0) return own;
  const waits = findings.filter(
    ({ area, explainedBy }) => area !== 'queries' && explainedBy[0]?.ruleId === cause.ruleId,
  );
  const shares = measuredShares(waits);
  return shares.length === 0 ? [] : [Math.max(...shares)];
}

function measuredShares(findings: readonly Finding[]): number[] {
  return findings.flatMap(({ impact }) =>
    impact.basis === 'measured' && impact.share !== null && impact.share > 0 ? [impact.share] : [],
  );
}

function riskText(
  changes: readonly PlanChange[],
  served: readonly Finding[],
  memoryCheck: TuningPlan['memoryCheck'],
): string {
  const planned = new Set(changes.map(({ variable }) => variable));
  const risks = served.flatMap(({ advice }) => advice.filter(({ variable }) => planned.has(variable)));
  const texts = [...new Set(risks.map(({ risk }) => risk).filter((risk) => !/^none\b/i.test(risk)))];
  const memory = memoryCheck.status === 'exceeds' ? [memoryCheck.text] : [];
  const all = [...memory, ...texts.slice(0, 2)];
  return all.length === 0 ? '' : `Risks: ${all.join(' ')}`;
}
