import { type Finding, type Standing, severities } from '../../shared/analysis';
import { type LinkedFinding, linkFindings } from './causes';
import { absurdlyBelow, type FiredRule, farBelow, type UnrankedFinding } from './evaluate';

/** Rules whose setting is far below its default, with the share of the measured time that it is felt by; null: not measured. */
type Misset = ReadonlyMap<string, number | null>;

const confidenceOrder = ['high', 'medium', 'low'] as const;
const standingOrder: readonly Standing[] = ['finding', 'remark', 'earlier'];

/** The findings of an analysis with their causes, in the order of their ranks. */
export function rankFindings(fired: readonly FiredRule[]): Finding[] {
  const below = new Map(fired.map(({ finding, timesBelowDefault }) => [finding.ruleId, timesBelowDefault]));
  const felt = feltShares(fired);
  const misset = new Map(
    [...below].flatMap(([ruleId, times]) => (times >= farBelow ? [[ruleId, felt.get(ruleId) ?? null]] : [])),
  );
  const compare = (a: UnrankedFinding, b: UnrankedFinding) => compareFindings(a, b, misset);
  return linkFindings(misset.size === 0 ? fired : withoutMisset(fired, below), compare)
    .sort((a, b) => place(a) - place(b) || compare(a, b))
    .map((finding, index) => ({ ...finding, rank: index + 1 }));
}

/** By rule: the share of the measured time of each finding, or the largest of those that it explains. */
function feltShares(fired: readonly FiredRule[]): ReadonlyMap<string, number | null> {
  const own = new Map(fired.map(({ finding: { ruleId, impact } }) => [ruleId, impact.share]));
  return new Map(
    fired.map(({ finding: { ruleId, impact }, explains }) => {
      const brought = explains.flatMap(({ rule }) => own.get(rule) ?? []);
      return [ruleId, impact.share ?? (brought.length === 0 ? null : Math.max(...brought))];
    }),
  );
}

/**
 * A setting far below its default is no consequence of how statements are written: at the default the same statements would
 * not show it. Statements explain a setting only where somebody left it as it comes; and one that is absurd nothing explains.
 */
function withoutMisset(
  fired: readonly FiredRule[],
  below: ReadonlyMap<string, number>,
): readonly FiredRule[] {
  const variables = new Map(
    fired.map(({ finding }) => [finding.ruleId, finding.advice.map(({ variable }) => variable)]),
  );
  return fired.map((one) => {
    const { area, ruleId } = one.finding;
    const least = area === 'queries' ? farBelow : absurdlyBelow;
    // Two findings on one setting are one fault.
    const isSame = (rule: string) =>
      variables.get(rule)?.some((name) => variables.get(ruleId)?.includes(name)) === true;
    const explains = one.explains.filter(({ rule }) => (below.get(rule) ?? 1) < least || isSame(rule));
    return { ...one, explains };
  });
}

/** Causes first, then what they explain, then remarks, then what happened before the window, then remarks on the version. */
function place({ standing, explainedBy, area, severity }: LinkedFinding): number {
  // What is said of the version alone is never what a reading was posted for.
  if (area === 'versions' && severity === 'notice' && standing === 'remark') return 2 * standingOrder.length;
  return 2 * standingOrder.indexOf(standing) + Number(explainedBy.length > 0);
}

/**
 * Of two findings that do not explain each other: first what is above a notice (a notice that takes most of the measured
 * time comes before a warning whose share was measured and is small); then levers before resources, because how
 * busy a CPU or a disk is says nothing of what would help; then settings far below their default where they take a good
 * part of the time (beside what is critical, no statement and no version); then by severity (what is said of the version alone, such as its
 * end of life, last), of warnings by whether it holds anything up rather than endangers data or replicas by a setting, by the
 * measured share of database time
 * (findings without one come after), by whether it was seen happening in the seconds of the window rather than read from
 * settings (not among critical ones: a setting that may lose data is as urgent as what it will do), or, among notices, counted
 * since the start, then by confidence,
 * then settings far below their default, then by how many times beyond its threshold the evidence is;
 * the rule's id settles what is left, so that the order never depends on chance.
 */
function compareFindings(a: UnrankedFinding, b: UnrankedFinding, below: Misset): number {
  const misset = (one: UnrankedFinding) =>
    ((below.get(one.ruleId) ?? 0) >= goodPart && one.severity !== 'notice') ||
    (one.severity === 'critical' && one.area !== 'queries' && one.area !== 'versions');
  return (
    loudness(a, below) - loudness(b, below) ||
    Number(a.role === 'resource') - Number(b.role === 'resource') ||
    Number(misset(b)) - Number(misset(a)) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    Number(a.area === 'versions') - Number(b.area === 'versions') ||
    (a.severity === 'warning' ? Number(a.hazard ?? false) - Number(b.hazard ?? false) : 0) ||
    (b.impact.share ?? -1) - (a.impact.share ?? -1) ||
    (a.severity === 'critical' ? 0 : Number(seenHappening(b)) - Number(seenHappening(a))) ||
    (a.severity === 'notice' ? Number(isCounted(b)) - Number(isCounted(a)) : 0) ||
    confidenceOrder.indexOf(a.confidence.level) - confidenceOrder.indexOf(b.confidence.level) ||
    Number(below.has(b.ruleId)) - Number(below.has(a.ruleId)) ||
    timesBeyond(b) - timesBeyond(a) ||
    (a.ruleId < b.ruleId ? -1 : 1)
  );
}

/** Shares of the measured time: what is most of it, and what nobody would feel gone. */
const mostOfTime = 0.6;
const hardlyFelt = 0.1;
const notFelt = 0.01;
const goodPart = 0.25;

/**
 * 0: a lever above a notice; 1: a notice that takes most of the measured time; 2: a warning that takes hardly any of it,
 * and a resource; 3: other notices.
 */
function loudness({ ruleId, severity, role, impact: { share } }: UnrankedFinding, below: Misset): number {
  if (severity === 'notice') return role === 'lever' && (share ?? 0) >= mostOfTime ? 1 : 3;
  if (role === 'resource') return severity === 'critical' ? 0 : 2;
  if (severity !== 'warning' || share === null) return 0;
  // A setting far below its default is loud as soon as anybody feels it.
  return share < (below.has(ruleId) ? notFelt : hardlyFelt) ? 2 : 0;
}

/** Beyond so many times the threshold one is as far as another. */
const farBeyond = 100;

/** How many times beyond its threshold, in either direction, the evidence is that lies furthest; 1: it has none. */
function timesBeyond({ evidence }: UnrankedFinding): number {
  const times = evidence.flatMap(({ value, threshold }) =>
    typeof value === 'number' && typeof threshold === 'number' && value > 0 && threshold > 0
      ? [Math.max(value / threshold, threshold / value)]
      : [],
  );
  return Math.min(farBeyond, Math.max(1, ...times));
}

/** An average of counters, with or without a window. */
function isCounted({ averagedOver }: UnrankedFinding): boolean {
  return averagedOver !== undefined;
}

function seenHappening({ confidence }: UnrankedFinding): boolean {
  return (confidence.firedSeconds ?? 0) > 0;
}
