import { managedRefusal } from '../../knowledge/catalog/managed-hosting';
import { referenceServers } from '../../knowledge/catalog/versions/reference-servers';
import type { Advice, Area, Finding, NotChecked, Unit, Value } from '../../shared/analysis';
import { defined } from '../../shared/base/defined';
import { onceFor } from '../../shared/base/once-for';
import type { FactDefinition } from '../facts/inputs/definition';
import type { Average, FactValue } from '../facts/inputs/fact-value';
import { averageText, shorter } from '../facts/inputs/since-start';
import { adviceGiven, type GivenAdvice, takenHere } from './advice';
import { type Bindings, withValues } from './bindings';
import { type BoundInputs, boundInputs } from './bound-inputs';
import { confidence, confidenceOfAverage } from './confidence';
import type { Expression } from './expression';
import { describeInput } from './input-catalog';
import type { InputSource } from './input-source';
import { inNamesOf } from './names-of-server';
import { countSeconds, type SecondsCount, withSeconds } from './per-second';
import { missing } from './plain-expression';
import { reachable } from './reachable';
import { parseReference, type Reference, referenceText, referenceTo } from './reference';
import type { Rule, RuleSet } from './rule-set';
import { appliesHere } from './server-range';
import { evaluateOrNull, type Template } from './template';
import { type Origin, unlockOf } from './unlock';
import { cappedText, withheldText } from './withheld';

/** What the inputs of rules are called and in what units. */
export type KnownInputs = Pick<RuleSet, 'facts' | 'lookUp'>;

/** A finding before it has its place in the ranking and among the others. */
export type UnrankedFinding = Omit<Finding, 'rank' | 'explainedBy'>;

/** A finding with what only the whole of the analysis makes use of. */
export interface FiredRule {
  finding: UnrankedFinding;
  /** The sentence of the diagnosis; null: this finding never is the headline. */
  headline: string | null;
  /** The same of a resource as a clause about its cause; null: there is none. */
  measure: string | null;
  /** How many times below this version's default a value is that its advice raises; 1: none is. */
  timesBelowDefault: number;
  /** What it is the cause of, should that have fired too. */
  explains: { rule: string; text: string }[];
}

interface NotCheckedOutcome {
  kind: 'not-checked';
  reasons: NotChecked['reasons'];
}

export type RuleOutcome =
  | { kind: 'not-applicable' }
  | NotCheckedOutcome
  | { kind: 'passed' }
  | ({ kind: 'fired' } & FiredRule);

/**
 * Runs one rule over its inputs. Pure: the same inputs give the same outcome. An expression that fails on odd values
 * leaves this one rule not checked; it never ends the analysis of the others.
 */
export function evaluateRule(rule: Rule, source: InputSource, { facts, lookUp }: KnownInputs): RuleOutcome {
  return evaluated(rule, () => judge(rule, source, { facts, lookUp }));
}

/** What a plan asks of a rule: whether it fires, and with what advice. */
export type Prospect = Exclude<RuleOutcome, { kind: 'fired' }> | { kind: 'fired'; advice: Advice[] };

/** The same as `evaluateRule`, without the texts that only a finding shows. */
export function prospectOf(rule: Rule, source: InputSource, known: KnownInputs): Prospect {
  return evaluated(rule, () => {
    const decision = decideRule(rule, source);
    if (decision.kind !== 'holds') return decision;
    const given = adviceGiven(rule, source, decision.bindings, (value) => loneUnit(value, known, source));
    return { kind: 'fired', advice: takenHere(given, source) };
  });
}

function evaluated<Outcome>(rule: Rule, evaluate: () => Outcome): Outcome | NotCheckedOutcome {
  try {
    return evaluate();
  } catch (thrown) {
    const [message = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n', 1);
    const input = rule.needs.map(referenceText).join(', ');
    const reason = { input, code: 'error' as const, text: `The rule could not be evaluated: ${message}` };
    return { kind: 'not-checked', reasons: [reason] };
  }
}

function judge(rule: Rule, source: InputSource, known: KnownInputs): RuleOutcome {
  const decision = decideRule(rule, source);
  if (decision.kind !== 'holds') return decision;
  const { bindings } = decision;
  const average = averageBehind(rule, boundInputs(source));
  const seconds = decision.seconds() ?? boundSeconds(bindings);
  return findingOf(rule, source, bindings, { seconds, average }, known);
}

/** Whether a rule holds, before anything is worked out that only its finding shows. */
export type Decision =
  | Exclude<RuleOutcome, { kind: 'fired' }>
  | {
      kind: 'holds';
      bindings: Bindings;
      seconds(): SecondsCount | null;
    };

/**
 * The condition of a rule on its inputs: the part of `evaluateRule` that says whether it fires.
 * @throws whatever an expression does on odd values
 */
export function decideRule(rule: Rule, source: InputSource): Decision {
  const applies = appliesHere(rule.applies, source.server);
  if (applies === false) return { kind: 'not-applicable' };
  if (applies === 'unknown') return { kind: 'not-checked', reasons: [versionUnknown] };
  const inputs = boundInputs(source);
  // Most rules pass: what only a finding shows is not worked out for them.
  const seconds = secondsOnce(rule, source);
  const bindings = rule.perSecond === null ? inputs : withSeconds(inputs, seconds);
  const decided = (condition: Expression) => {
    const holds = decide(condition, bindings);
    if (holds !== false) return holds;
    // What `known()` asks of and nobody read must not make a condition false.
    return (condition.asked.length > 0 && condition.couldHold(bindings, unreadOf(inputs))) ||
      restsOnUptime(condition, bindings, inputs)
      ? 'undecided'
      : false;
  };
  const concerned = rule.only === null ? true : decided(rule.only);
  if (concerned === false) return { kind: 'not-applicable' };
  const holds = concerned === 'undecided' ? 'undecided' : decided(rule.when);
  // Where the server has none of what is asked of, there is nothing that could pass.
  if (holds === false) return { kind: isAnyKnown(rule, inputs) ? 'passed' : 'not-applicable' };
  if (holds === true) return { kind: 'holds', bindings, seconds };
  return { kind: 'not-checked', reasons: missingInputs(rule, inputs, seconds, source.origin) };
}

/** The count of the seconds in which a rule held, taken when it is first asked for; null: it has none. */
function secondsOnce({ perSecond }: Rule, source: InputSource): () => SecondsCount | null {
  let counted: SecondsCount | null | undefined;
  return () => {
    if (counted === undefined) counted = perSecond === null ? null : countSeconds(perSecond, source);
    return counted;
  };
}

/** What the totals that decide a rule were averaged over; undefined: none was. */
function averageBehind(rule: Rule, inputs: BoundInputs): Average | undefined {
  const deciding = [rule.only, rule.when, rule.share].flatMap((expression) => expression?.references ?? []);
  return deciding
    .map((reference) => inputs.reading(reference))
    .map((reading) => (reading.known ? reading.average : undefined))
    .reduce(shorter, undefined);
}

const versionUnknown: NotChecked['reasons'][number] = {
  input: 'server.version',
  code: 'not-read',
  text: 'The version is not known, and the rule does not hold for every version that has these variables.',
  unlock: 'Give the version: the output of SELECT VERSION()',
};

/**
 * Three-valued: an unknown input leaves a condition undecided only where it matters. CEL's && and || do that by
 * themselves (`false && unknown` is false, `true || unknown` is true); anything else with an unknown input is unknown.
 */
function decide(condition: Expression, bindings: Bindings): boolean | 'undecided' {
  try {
    const holds = condition.evaluate(bindings);
    return holds === missing ? 'undecided' : holds === true;
  } catch (thrown) {
    const isUnknown = condition.references.some((reference) => bindings.valueOf(reference) === undefined);
    if (isUnknown) return 'undecided';
    throw thrown;
  }
}

/** Says of an input that a condition asks of with `known()` that it may be there: nobody read it. */
function unreadOf(inputs: BoundInputs): (reference: Reference) => boolean {
  return (reference) => isUnread(inputs.reading(reference));
}

/**
 * A short uptime alone makes nothing pass: it says that it is too early to judge, while what would be judged is unknown as
 * well.
 */
function restsOnUptime(condition: Expression, bindings: Bindings, inputs: BoundInputs): boolean {
  const { uptime } = uptimeIn(condition);
  if (uptime === undefined || bindings.valueOf(uptime) === undefined) return false;
  if (!condition.references.some((reference) => isUnread(inputs.reading(reference)))) return false;
  const hidden = withValues(bindings, new Map([[uptime.text, undefined]]));
  return decide(condition, hidden) === 'undecided' || condition.couldHold(hidden, unreadOf(inputs));
}

/** Asked of each condition that does not hold, and nearly none names it. */
const uptimeIn = onceFor(({ references }: Expression) => ({
  uptime: references.find(({ text }) => text === 'server.uptime'),
}));

/** Whether a condition has an input that is known, or none at all. */
function isAnyKnown({ only, when }: Rule, inputs: BoundInputs): boolean {
  const references = [...(only?.references ?? []), ...when.references];
  return references.length === 0 || references.some((reference) => inputs.reading(reference).known);
}

function isUnread(reading: FactValue): boolean {
  return !reading.known && reading.reason.code !== 'absent';
}

/** The unknown inputs of a rule, those with the same reason together. */
function missingInputs(
  rule: Rule,
  inputs: BoundInputs,
  seconds: () => SecondsCount | null,
  origin: Origin,
): NotChecked['reasons'] {
  const reasons = new Map<string, NotChecked['reasons'][number]>();
  // What the server says of itself is nearly always known; it is named only where nothing else is missing.
  const ofServer = rule.inputs.filter(({ namespace }) => namespace === 'server');
  const needed = rule.needs.filter((reference) => !inputs.reading(reference).known);
  const asked = [rule.only, rule.when].flatMap((condition) => condition?.asked ?? []);
  const optional = asked.filter((reference) => isUnread(inputs.reading(reference)));
  const deciding = needed.length > 0 ? needed : optional;
  for (const reference of [...deciding, ...ofServer]) {
    const input = referenceText(reference);
    const reading = inputs.reading(reference);
    if (reading.known) continue;
    if (reference.namespace === 'server' && reasons.size > 0) continue;
    if (reference.namespace === 'seconds' && seconds() !== null) continue;
    const text = reasonText(reading.reason);
    const same = reasons.get(text);
    if (same === undefined)
      reasons.set(text, { input, code: reading.reason.code, text, ...unlockOf(reading.reason, origin) });
    else same.input = `${same.input}, ${input}`;
  }
  return [...reasons.values()];
}

function reasonText({ text, remedy }: { text: string; remedy?: string | undefined }): string {
  return remedy === undefined ? text : `${text} Remedy: ${remedy}`;
}

/** Examples give the counts as inputs. */
function boundSeconds(bindings: Bindings): SecondsCount | null {
  const fired = bindings.valueOf(referenceTo('seconds', 'fired'));
  const seen = bindings.valueOf(referenceTo('seconds', 'seen'));
  return typeof fired === 'number' && typeof seen === 'number' ? { fired, seen } : null;
}

function findingOf(
  rule: Rule,
  source: InputSource,
  bindings: Bindings,
  { seconds, average }: { seconds: SecondsCount | null; average: Average | undefined },
  known: KnownInputs,
): RuleOutcome {
  const { facts } = known;
  const unitOf = (expression: Expression) => loneUnit(expression, known, source);
  const evidence = rule.evidence
    .map((item) => {
      const value = evaluateOrNull(item.value, bindings);
      const unit = item.unit ?? unitOf(item.value);
      const threshold = item.threshold === null ? null : thresholdOf(item.threshold, item.value, bindings);
      return {
        label: inNamesOf(source.server, item.label),
        value,
        unit,
        formula: formulaOf(item.value, facts),
        threshold: reachable(threshold, value, unit),
        thresholdSource: item.thresholdSource,
      };
    })
    // A list of names that holds none is no evidence.
    .filter(({ value, unit, threshold }) => value !== '' || unit !== 'none' || threshold !== null);
  const share = rule.share === null ? null : evaluateOrNull(rule.share, bindings);
  const given = adviceGiven(rule, source, bindings, unitOf);
  // What is left of a text that needs a value nobody knows.
  const title = inNamesOf(source.server, rule.title);
  const titled = `${title}.`;
  const finding: UnrankedFinding = {
    ruleId: rule.id,
    area: rule.area,
    title,
    ...graveness(rule, bindings),
    role: rule.role,
    ...(isHazard(rule) ? { hazard: true as const } : {}),
    confidence:
      average === undefined ? confidence(rule.basis, seconds, source) : confidenceOfAverage(rule, average),
    ...defined({ averagedOver: average?.seconds }),
    impact: {
      share: typeof share === 'number' && Number.isFinite(share) ? Math.max(0, share) : null,
      basis: typeof share === 'number' ? 'measured' : 'estimated',
      text: withAverage(
        rule.impact.render(bindings, unitOf) || titled,
        figuresOf(rule.impact) ? average : undefined,
      ),
    },
    evidence,
    explanation: rule.explain.render(bindings, unitOf) || titled,
    refutedBy: rule.refutedBy,
    advice: takenHere(given, source),
    actions: actionsOf(rule, given, bindings, source, unitOf),
    probe: rule.probe?.render(bindings, unitOf) || null,
    sources: rule.sources,
  };
  const sentence = (template: Template | null) => template?.render(bindings, unitOf, titled) ?? null;
  const explains = rule.explains
    .filter(({ when }) => when === null || evaluateOrNull(when, bindings) === true)
    .map(({ rule: explained, because }) => ({
      rule: explained,
      text: because.render(bindings, unitOf) || titled,
    }));
  const timesBelowDefault = Math.max(1, ...finding.advice.map((one) => timesBelow(one, source)));
  return {
    kind: 'fired',
    finding: timesBelowDefault >= farBelow ? atLeastWarning(finding) : finding,
    headline: sentence(rule.headline),
    measure: sentence(rule.measure),
    timesBelowDefault,
    explains,
  };
}

/** Areas whose settings speed nothing up: they are about what is lost, or differs on a replica. */
const hazardous: readonly Area[] = ['durability', 'replication', 'galera'];

function isHazard({ basis, area }: Rule): boolean {
  return basis === 'setting' && hazardous.includes(area);
}

/** What a value far below the default was seen to do is no side note; a remark stays one. */
function atLeastWarning(finding: UnrankedFinding): UnrankedFinding {
  const { severity, standing, confidence } = finding;
  return severity === 'notice' && standing === 'finding' && (confidence.firedSeconds ?? 0) > 0
    ? { ...finding, severity: 'warning' }
    : finding;
}

/** How many times below its default a value is that is to be raised; 1: it is not, or the default is not known. */
function timesBelow({ variable, current, proposed }: Advice, source: InputSource): number {
  if (typeof current !== 'number' || typeof proposed !== 'number' || proposed <= current) return 1;
  const byDefault = source.defaultOf(variable);
  return byDefault !== null && current > 0 ? byDefault / current : 1;
}

/** Nobody runs a value on purpose that is so many times below its default. */
export const farBelow = 4;
/** So many times below its default a value is a fault of its own, whatever else goes on. */
export const absurdlyBelow = 16;

/** What to do besides: the rule's own actions, and why a variable that would help has no value here. */
function actionsOf(
  rule: Rule,
  given: readonly GivenAdvice[],
  bindings: Bindings,
  source: InputSource,
  unitOf: (expression: Expression) => Unit,
): string[] {
  const withheld = given.flatMap(({ item, advice }) => {
    const refusal = managedRefusal(item.variable, source.server.hosting);
    const capped = refusal === null ? cappedText(item, bindings, source) : null;
    if (capped !== null) return [capped];
    if (advice.length > 0) return refusal === null ? [] : [`${item.variable} would help: ${refusal}`];
    return refusal === null ? (withheldText(item, bindings, source) ?? []) : [];
  });
  // An action whose text is empty here does not concern this server.
  const own = rule.actions.map((action) => action.render(bindings, unitOf)).filter((text) => text !== '');
  return [...own, ...new Set(withheld)];
}

/** What is counted in whole things is compared with whole things: more than 2.97 sessions are 3. */
function thresholdOf(threshold: Expression, value: Expression, bindings: Bindings): Value {
  const limit = evaluateOrNull(threshold, bindings);
  const isWhole =
    /^(?:min\()?(?:(?:variable|status)\.\w{1,64}(?:, )?){1,2}\)?$/.test(value.source) &&
    Number.isInteger(evaluateOrNull(value, bindings));
  return isWhole && typeof limit === 'number' ? Math.ceil(limit) : limit;
}

/** A text without values of this server, such as one of a published benchmark, or of its settings alone holds no average. */
export function figuresOf(impact: Template): boolean {
  return impact.references.some(({ namespace }) => !['variable', 'server', 'host'].includes(namespace));
}

/** A figure that is an average since start says so. */
function withAverage(text: string, average: Average | undefined): string {
  if (average === undefined) return text;
  return `${text.replace(/\.$/, '')} (${averageText(average)}).`;
}

/** The graver case of a remark is a remark no longer. */
function graveness(rule: Rule, bindings: Bindings): Pick<Finding, 'severity' | 'standing'> {
  const { severity, standing, escalate } = rule;
  const graver = escalate.findLast(({ when }) => evaluateOrNull(when, bindings) === true);
  return graver === undefined ? { severity, standing } : { severity: graver.severity, standing: 'finding' };
}

/** Unit of an expression that is one input and nothing else. */
function loneUnit(expression: Expression, { facts, lookUp }: KnownInputs, source: InputSource): Unit {
  const reference = parseReference(expression.source.trim());
  if (reference === null) return 'none';
  // Of a server whose version nobody stated, a name has the unit that it has elsewhere.
  const described = describeInput(reference, facts, [source.server, ...referenceServers], lookUp);
  return 'unit' in described ? described.unit : 'none';
}

/** How a value was computed: the fact's own formula for a lone fact, else the expression. */
function formulaOf(expression: Expression, facts: ReadonlyMap<string, FactDefinition>): string {
  const reference = parseReference(expression.source.trim());
  const fact = reference?.namespace === 'fact' ? facts.get(reference.name) : undefined;
  return fact === undefined ? expression.source : `${expression.source} = ${fact.doc.formula}`;
}
