import type { Analysis, Finding, Headline } from '../shared/analysis';
import type { Snapshot } from '../shared/snapshot';
import type { Observed } from './facts/inputs/observed';
import { withoutStackTraces } from './facts/inputs/without-stack-traces';
import { judgeHours, type OverTime } from './held-hours/held-hours';
import { judgeHistory } from './history/judge-history';
import type { FiredRule } from './rules/evaluate';
import type { RuleSet } from './rules/rule-set';
import type { SnapshotInputs } from './rules/snapshot-inputs';

/** What the history of a snapshot says, and of the rules; null: it carries none, and nothing is worked out. */
export function overTimeOf(
  snapshot: Snapshot,
  window: SnapshotInputs,
  rules: RuleSet,
  fired: readonly FiredRule[],
  muted: ReadonlySet<string>,
): OverTime | null {
  const { history } = snapshot;
  if (history === undefined) return null;
  const ids = new Set(fired.map(({ finding }) => finding.ruleId));
  const { held, earlier } = withoutStackTraces(() =>
    judgeHours(window, { snapshot, history, rules }, new Set([...ids, ...muted])),
  );
  return { held, earlier: earlier.filter(({ finding }) => !muted.has(finding.ruleId)) };
}

/** What fired, each with the hours in which it held, and what held only before the window. */
export function firedOverTime(fired: readonly FiredRule[], overTime: OverTime | null): FiredRule[] {
  if (overTime === null) return [...fired];
  const withHours = fired.map((one) => {
    const history = overTime.held.get(one.finding.ruleId);
    return history === undefined ? one : { ...one, finding: { ...one.finding, history } };
  });
  return [...withHours, ...overTime.earlier];
}

/** The part of an analysis that is about the history; nothing without one. */
export function historyPart(observed: Observed): Pick<Analysis, 'history'> {
  const { history } = observed.snapshot;
  if (history === undefined) return {};
  const folder = observed.variable('datadir');
  const limit = observed.variable('max_connections');
  return {
    history: judgeHistory(history, {
      dataFolder: folder.known && typeof folder.value === 'string' ? folder.value : null,
      maxConnections: limit.known && typeof limit.value === 'number' ? limit.value : null,
    }),
  };
}

/** A window without a bottleneck does not hide what held before it. */
export function withEarlier(headline: Headline, findings: readonly Finding[]): Headline {
  if (headline.kind === 'bottleneck') return headline;
  const [first, ...others] = findings.filter(({ history }) => history?.judgedHour != null);
  if (first === undefined) return headline;
  const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    ...headline,
    text: `${headline.text} Before this window: ${first.title}, ${first.history?.text ?? ''}${rest}.`,
  };
}
