import { type Finding, severities } from '../../shared/analysis';
import type { FiredRule, UnrankedFinding } from './evaluate';

/** A finding that knows its causes, before it has its place in the ranking. */
export type LinkedFinding = Omit<Finding, 'rank'>;

/**
 * Puts the findings that fired under those that explain them. A cause is as grave as the gravest of what it brings
 * about, and no remark where it brings about anything. Of several causes of one finding the nearest comes first: one
 * that is not itself a cause of the others.
 * @param prefer which of two unrelated causes comes first
 */
export function linkFindings(
  fired: readonly FiredRule[],
  prefer: (a: UnrankedFinding, b: UnrankedFinding) => number,
): LinkedFinding[] {
  const findings = new Map(fired.map(({ finding }) => [finding.ruleId, finding]));
  const effects = new Map(
    fired.map(({ finding, explains }) => [
      finding.ruleId,
      explains.filter(({ rule }) => findings.has(rule) && finding.standing !== 'earlier'),
    ]),
  );
  const reach = new Map([...findings.keys()].map((id) => [id, reachedFrom(id, effects)]));
  const lifted = [...findings.values()].map((finding) => {
    const brought = [...(reach.get(finding.ruleId) ?? [])].flatMap((id) => findings.get(id) ?? []);
    return withWeightOf(finding, brought);
  });
  return lifted.map((finding) => {
    const isCause = (ruleId: string) =>
      effects.get(ruleId)?.some(({ rule }) => rule === finding.ruleId) === true;
    // A cause that brings other causes about stands farther away than each of them.
    const farness = ({ ruleId }: UnrankedFinding) => [...(reach.get(ruleId) ?? [])].filter(isCause).length;
    const causes = lifted
      .filter(({ ruleId }) => isCause(ruleId))
      .sort((a, b) => farness(a) - farness(b) || prefer(a, b));
    const explainedBy = causes.map(({ ruleId }) => ({
      ruleId,
      text: effects.get(ruleId)?.find(({ rule }) => rule === finding.ruleId)?.text ?? '',
    }));
    return { ...finding, explainedBy };
  });
}

/** The root of a finding: the cause of its nearest cause, and so on; itself where nothing explains it. */
export function rootOf<F extends Pick<Finding, 'ruleId' | 'explainedBy'>>(
  finding: F,
  findings: readonly F[],
): F {
  const cause = findings.find(({ ruleId }) => ruleId === finding.explainedBy[0]?.ruleId);
  return cause === undefined ? finding : rootOf(cause, findings);
}

/** Everything that a finding brings about, by way of others too. */
function reachedFrom(id: string, effects: ReadonlyMap<string, { rule: string }[]>): Set<string> {
  const reached = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { rule } of effects.get(next) ?? []) {
      if (reached.has(rule)) continue;
      reached.add(rule);
      open.push(rule);
    }
  }
  return reached;
}

function withWeightOf(finding: UnrankedFinding, brought: UnrankedFinding[]): UnrankedFinding {
  const grave = brought.filter(({ standing }) => standing === 'finding');
  if (grave.length === 0) return finding;
  const highest = Math.min(...[finding, ...grave].map(({ severity }) => severities.indexOf(severity)));
  return { ...finding, severity: severities[highest] ?? finding.severity, standing: 'finding' };
}
