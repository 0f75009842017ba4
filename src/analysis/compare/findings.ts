import type { Analysis, Finding } from '../../shared/analysis';
import type { FindingChange, Recheck, SnapshotComparison } from '../../shared/compare';

/** New findings and lost from A to B; one that could not be checked on the other side says so. */
export function compareFindings(a: Analysis, b: Analysis): SnapshotComparison['findings'] {
  const [before, after] = [byRule(a), byRule(b)];
  const kept = [...after.values()].flatMap((finding) => {
    const was = before.get(finding.ruleId)?.severity;
    if (was === undefined) return [];
    return [{ ...changeOf(finding, 'fired', null), was: was === finding.severity ? null : was }];
  });
  return {
    gained: [...after.values()].filter(({ ruleId }) => !before.has(ruleId)).map((one) => otherSide(one, a)),
    lost: [...before.values()].filter(({ ruleId }) => !after.has(ruleId)).map((one) => otherSide(one, b)),
    kept,
  };
}

/** What became of the findings of `before`. */
export function recheckFindings(
  before: Analysis,
  after: Analysis,
): Pick<Recheck, 'cleared' | 'stayed' | 'appeared' | 'unchecked'> {
  const { gained, lost, kept } = compareFindings(before, after);
  // Muted in the meantime, or without what it needs: nothing is known of it.
  const isUnknown = ({ other }: FindingChange) => other === 'not-checked' || other === 'muted';
  return {
    cleared: lost.filter((one) => !isUnknown(one)),
    stayed: kept,
    appeared: gained,
    unchecked: lost.filter(isUnknown),
  };
}

function byRule({ findings }: Analysis): Map<string, Finding> {
  return new Map(findings.map((finding) => [finding.ruleId, finding]));
}

function otherSide(finding: Finding, { passed, notChecked, muted }: Analysis): FindingChange {
  const { ruleId } = finding;
  const missing = notChecked.find((rule) => rule.ruleId === ruleId);
  if (missing !== undefined) {
    return changeOf(finding, 'not-checked', missing.reasons.map(({ text }) => text).join(' '));
  }
  const mute = muted.find((rule) => rule.ruleId === ruleId);
  if (mute !== undefined) return changeOf(finding, 'muted', mute.reason);
  return changeOf(finding, passed.some((rule) => rule.ruleId === ruleId) ? 'passed' : 'not-applicable', null);
}

function changeOf(
  { ruleId, title, severity }: Finding,
  other: FindingChange['other'],
  reason: string | null,
): FindingChange {
  return { ruleId, title, severity, other, reason, was: null };
}
