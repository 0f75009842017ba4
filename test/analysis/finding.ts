import type { FiredRule, UnrankedFinding } from '../../src/analysis/rules/evaluate';

/** A finding that says nothing but its rule. @param part what of it matters to the test */
export function findingOf(ruleId: string, part: Partial<UnrankedFinding> = {}): UnrankedFinding {
  return {
    ruleId,
    area: 'memory',
    title: ruleId,
    severity: 'warning',
    role: 'lever',
    standing: 'finding',
    confidence: { level: 'high', reason: '', seenSeconds: null, firedSeconds: null },
    impact: { share: null, basis: 'estimated', text: '' },
    evidence: [],
    explanation: '',
    refutedBy: '',
    advice: [],
    actions: [],
    probe: null,
    sources: [],
    ...part,
  };
}

/** A rule that fired with that finding. @param explains rules that it brings about */
export function firedOf(finding: UnrankedFinding, explains: string[] = []): FiredRule {
  return {
    finding,
    headline: null,
    measure: null,
    timesBelowDefault: 1,
    explains: explains.map((rule) => ({ rule, text: `${finding.ruleId} brings ${rule} about` })),
  };
}
