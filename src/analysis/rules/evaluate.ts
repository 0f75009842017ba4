import type { Advice, Finding, NotChecked, Severity, Unit, Value } from '../../shared/analysis';
import type { FactDefinition } from '../facts/inputs/definition';
import type { FactValue } from '../facts/inputs/fact-value';
import { sameSetting } from '../facts/inputs/setting';
import { confidence } from './confidence';
import { type Bindings, emptyBindings } from './environment';
import type { Expression } from './expression';
import { describeInput } from './input-catalog';
import type { InputSource } from './input-source';
import { countSeconds, type SecondsCount } from './per-second';
import { parseReference, type Reference, referenceText } from './reference';
import type { CompiledAdvice, Rule, RuleSet } from './rule-set';
import { appliesTo } from './server-range';
import { evaluateOrNull } from './template';

/** What the inputs of rules are called and in what units. */
export type KnownInputs = Pick<RuleSet, 'facts' | 'lookUp'>;

/** A finding before it has its place in the ranking. */
export type UnrankedFinding = Omit<Finding, 'rank'>;

export type RuleOutcome =
  | { kind: 'not-applicable' }
  | { kind: 'not-checked'; reasons: NotChecked['reasons'] }
  | { kind: 'passed' }
  | { kind: 'fired'; finding: UnrankedFinding; headline: string | null };

/**
 * Runs one rule over its inputs. Pure: the same inputs give the same outcome. An expression that fails on odd values
 * leaves this one rule not checked; it never ends the analysis of the others.
 */
export function evaluateRule(rule: Rule, source: InputSource, { facts, lookUp }: KnownInputs): RuleOutcome {
  try {
    return judge(rule, source, { facts, lookUp });
  } catch (thrown) {
    const [message = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n', 1);
    const input = rule.needs.map(referenceText).join(', ');
    const reason = { input, code: 'error' as const, text: `The rule could not be evaluated: ${message}` };
    return { kind: 'not-checked', reasons: [reason] };
  }
}

function judge(rule: Rule, source: InputSource, known: KnownInputs): RuleOutcome {
  if (!appliesTo(rule.applies, source.server)) return { kind: 'not-applicable' };
  const bindings = emptyBindings();
  const readings = new Map<string, FactValue>();
  const seconds = rule.perSecond === null ? null : countSeconds(rule.perSecond, source);
  const read = (inputs: Reference[]) => {
    bind(inputs, source, bindings, readings);
    if (seconds !== null) Object.assign(bindings.seconds, seconds);
  };
  // Most rules pass: what only a finding shows is not worked out for them.
  const decided = (condition: Expression) => {
    read(condition.references);
    return decide(condition, bindings);
  };
  const concerned = rule.only === null ? true : decided(rule.only);
  if (concerned === false) return { kind: 'not-applicable' };
  const holds = concerned === 'undecided' ? 'undecided' : decided(rule.when);
  if (holds === false) return { kind: 'passed' };
  read(rule.inputs);
  if (holds === 'undecided') return { kind: 'not-checked', reasons: missingInputs(rule, readings, seconds) };
  return findingOf(rule, source, bindings, seconds ?? boundSeconds(bindings), known);
}

/** Reads those inputs that were not read yet. */
function bind(
  inputs: Reference[],
  source: InputSource,
  bindings: Bindings,
  readings: Map<string, FactValue>,
): void {
  for (const reference of inputs) {
    const text = referenceText(reference);
    if (readings.has(text)) continue;
    const reading = source.read(reference);
    readings.set(text, reading);
    if (reading.known) bindings[reference.namespace][reference.name] = reading.value;
  }
}

/**
 * Three-valued: an unknown input leaves a condition undecided only where it matters. CEL's && and || do that by
 * themselves (`false && unknown` is false, `true || unknown` is true); anything else with an unknown input throws.
 */
function decide(condition: Expression, bindings: Bindings): boolean | 'undecided' {
  try {
    return condition.evaluate(bindings) === true;
  } catch (thrown) {
    const missing = condition.references.some(
      ({ namespace, name }) => bindings[namespace][name] === undefined,
    );
    if (missing) return 'undecided';
    throw thrown;
  }
}

/** The unknown inputs of a rule, those with the same reason together. */
function missingInputs(
  rule: Rule,
  readings: Map<string, FactValue>,
  seconds: SecondsCount | null,
): NotChecked['reasons'] {
  const reasons = new Map<string, NotChecked['reasons'][number]>();
  // What the server says of itself is nearly always known; it is named only where nothing else is missing.
  const ofServer = rule.inputs.filter(({ namespace }) => namespace === 'server');
  for (const reference of [...rule.needs, ...ofServer]) {
    const input = referenceText(reference);
    const reading = readings.get(input);
    if (reading === undefined || reading.known) continue;
    if (reference.namespace === 'server' && reasons.size > 0) continue;
    if (reference.namespace === 'seconds' && seconds !== null) continue;
    const text = reasonText(reading.reason);
    const same = reasons.get(text);
    if (same === undefined) reasons.set(text, { input, code: reading.reason.code, text });
    else same.input = `${same.input}, ${input}`;
  }
  return [...reasons.values()];
}

function reasonText({ text, remedy }: { text: string; remedy?: string | undefined }): string {
  return remedy === undefined ? text : `${text} Remedy: ${remedy}`;
}

/** Examples give the counts as inputs. */
function boundSeconds({ seconds }: Bindings): SecondsCount | null {
  const { fired, seen } = seconds;
  return typeof fired === 'number' && typeof seen === 'number' ? { fired, seen } : null;
}

function findingOf(
  rule: Rule,
  source: InputSource,
  bindings: Bindings,
  seconds: SecondsCount | null,
  known: KnownInputs,
): RuleOutcome {
  const { facts } = known;
  const unitOf = (expression: Expression) => loneUnit(expression, known, source);
  const evidence = rule.evidence.map((item) => ({
    label: item.label,
    value: evaluateOrNull(item.value, bindings),
    unit: item.unit ?? unitOf(item.value),
    formula: formulaOf(item.value, facts),
    threshold: item.threshold === null ? null : evaluateOrNull(item.threshold, bindings),
    thresholdSource: item.thresholdSource,
  }));
  const share = rule.share === null ? null : evaluateOrNull(rule.share, bindings);
  const finding: UnrankedFinding = {
    ruleId: rule.id,
    area: rule.area,
    title: rule.title,
    severity: severityOf(rule, bindings),
    confidence: confidence(rule.basis, seconds, source.windowSeconds),
    impact: {
      share: typeof share === 'number' && Number.isFinite(share) ? Math.max(0, share) : null,
      basis: typeof share === 'number' ? 'measured' : 'estimated',
      text: rule.impact.render(bindings, unitOf),
    },
    evidence,
    explanation: rule.explain.render(bindings, unitOf),
    refutedBy: rule.refutedBy,
    advice: rule.advice.flatMap((item) => adviceOf(item, bindings, source, unitOf)),
    // An action whose text is empty here does not concern this server.
    actions: rule.actions.map((action) => action.render(bindings, unitOf)).filter((text) => text !== ''),
    probe: rule.probe?.render(bindings, unitOf) ?? null,
    sources: rule.sources,
  };
  return { kind: 'fired', finding, headline: rule.headline?.render(bindings, unitOf) ?? null };
}

function severityOf(rule: Rule, bindings: Bindings): Severity {
  if (rule.escalate === null) return rule.severity;
  return evaluateOrNull(rule.escalate.when, bindings) === true ? rule.escalate.severity : rule.severity;
}

/** Advice that this server can take and does not follow already; nothing where an input of the value is unknown. */
function adviceOf(
  item: CompiledAdvice,
  bindings: Bindings,
  source: InputSource,
  unitOf: (expression: Expression) => Unit,
): Advice[] {
  if (item.if !== null && evaluateOrNull(item.if, bindings) !== true) return [];
  const proposed = evaluateOrNull(item.propose, bindings);
  if (proposed === null || (typeof proposed === 'number' && !Number.isFinite(proposed))) return [];
  const setting = source.store(item.variable, requestedSetting(proposed));
  if (setting === undefined || sameSetting(setting.stored, setting.current)) return [];
  return [
    {
      variable: item.variable,
      current: setting.current,
      proposed: setting.stored,
      unit: setting.unit,
      scope: setting.scope,
      dynamic: setting.dynamic,
      restart: !setting.dynamic,
      stopWhen: item.stopWhen,
      memoryEffect: item.memoryEffect?.render(bindings, unitOf) ?? null,
      risk: item.risk,
      sideEffects: item.sideEffects,
    },
  ];
}

/** Option files and SET take whole numbers for sizes and counts; the server rounds further. */
function requestedSetting(value: Value): Value {
  return typeof value === 'number' && Math.abs(value) >= 1000 ? Math.round(value) : value;
}

/** Unit of an expression that is one input and nothing else. */
function loneUnit(expression: Expression, { facts, lookUp }: KnownInputs, source: InputSource): Unit {
  const reference = parseReference(expression.source.trim());
  if (reference === null) return 'none';
  const described = describeInput(reference, facts, [source.server], lookUp);
  return 'unit' in described ? described.unit : 'none';
}

/** How a value was computed: the fact's own formula for a lone fact, else the expression. */
function formulaOf(expression: Expression, facts: ReadonlyMap<string, FactDefinition>): string {
  const reference = parseReference(expression.source.trim());
  const fact = reference?.namespace === 'fact' ? facts.get(reference.name) : undefined;
  return fact === undefined ? expression.source : `${expression.source} = ${fact.doc.formula}`;
}
