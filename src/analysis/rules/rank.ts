import { type Finding, severities } from '../../shared/analysis';
import type { UnrankedFinding } from './evaluate';

const confidenceOrder = ['high', 'medium', 'low'] as const;

/**
 * Numbers findings from 1: by severity, then by the measured share of database time (findings
 * without one come after), then by whether it was seen happening in the seconds of the window rather than read from
 * settings (not among critical ones: a setting that may lose data is as urgent as what it will do), then by confidence;
 * the rule's id settles what is left, so that the order never depends on chance.
 */
export function rankFindings(findings: UnrankedFinding[]): Finding[] {
  return [...findings].sort(compare).map((finding, index) => ({ ...finding, rank: index + 1 }));
}

function compare(a: UnrankedFinding, b: UnrankedFinding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    (b.impact.share ?? -1) - (a.impact.share ?? -1) ||
    (a.severity === 'critical' ? 0 : Number(seenHappening(b)) - Number(seenHappening(a))) ||
    confidenceOrder.indexOf(a.confidence.level) - confidenceOrder.indexOf(b.confidence.level) ||
    (a.ruleId < b.ruleId ? -1 : 1)
  );
}

function seenHappening({ confidence }: UnrankedFinding): boolean {
  return (confidence.firedSeconds ?? 0) > 0;
}
