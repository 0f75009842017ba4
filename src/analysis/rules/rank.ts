import { type Finding, type Standing, severities } from '../../shared/analysis';
import { type LinkedFinding, linkFindings } from './causes';
import type { FiredRule, UnrankedFinding } from './evaluate';

const confidenceOrder = ['high', 'medium', 'low'] as const;
const standingOrder: readonly Standing[] = ['finding', 'remark', 'earlier'];

/** The findings of an analysis with their causes, in the order of their ranks. */
export function rankFindings(fired: readonly FiredRule[]): Finding[] {
  return linkFindings(fired, compare)
    .sort((a, b) => place(a) - place(b) || compare(a, b))
    .map((finding, index) => ({ ...finding, rank: index + 1 }));
}

/** Causes first, then what they explain, then remarks, then what happened before the window. */
function place({ standing, explainedBy }: LinkedFinding): number {
  return 2 * standingOrder.indexOf(standing) + Number(explainedBy.length > 0);
}

/**
 * Of two findings that do not explain each other: first what is above a notice (a notice that takes most of the measured
 * time comes before a warning whose share was measured and is small); then levers before resources, because how
 * busy a CPU or a disk is says nothing of what would help; then by severity (what is said of the version alone, such as its
 * end of life, last), by the measured share of database time
 * (findings without one come after), by whether it was seen happening in the seconds of the window rather than read from
 * settings (not among critical ones: a setting that may lose data is as urgent as what it will do), then by confidence;
 * the rule's id settles what is left, so that the order never depends on chance.
 */
function compare(a: UnrankedFinding, b: UnrankedFinding): number {
  return (
    loudness(a) - loudness(b) ||
    Number(a.role === 'resource') - Number(b.role === 'resource') ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    Number(a.area === 'versions') - Number(b.area === 'versions') ||
    (b.impact.share ?? -1) - (a.impact.share ?? -1) ||
    (a.severity === 'critical' ? 0 : Number(seenHappening(b)) - Number(seenHappening(a))) ||
    confidenceOrder.indexOf(a.confidence.level) - confidenceOrder.indexOf(b.confidence.level) ||
    (a.ruleId < b.ruleId ? -1 : 1)
  );
}

/** Shares of the measured time: what is most of it, and what nobody would feel gone. */
const mostOfTime = 0.6;
const hardlyFelt = 0.1;

/** 0: above a notice; 1: a notice that takes most of the measured time; 2: a warning that takes hardly any; 3: other notices. */
function loudness({ severity, role, impact: { share } }: UnrankedFinding): number {
  if (severity === 'notice') return role === 'lever' && (share ?? 0) >= mostOfTime ? 1 : 3;
  return severity === 'warning' && role === 'lever' && share !== null && share < hardlyFelt ? 2 : 0;
}

function seenHappening({ confidence }: UnrankedFinding): boolean {
  return (confidence.firedSeconds ?? 0) > 0;
}
