import { statusVariable } from '../../knowledge/catalog/status/status-catalog';
import type { Analysis } from '../../shared/analysis';
import { formatValue } from '../../shared/base/units';
import { type RuleExplanation, ruleExplanationSchemaName } from '../../shared/rules/rule-explanation';
import { hostingWords, serverName } from '../../shared/server';
import type { Snapshot } from '../../shared/snapshot';
import { FactSet } from '../facts/inputs/fact-set';
import type { FactValue } from '../facts/inputs/fact-value';
import { Observed } from '../facts/inputs/observed';
import { boundInputs } from './bound-inputs';
import { evaluateRule, type RuleOutcome } from './evaluate';
import { describeInput } from './input-catalog';
import type { InputSource } from './input-source';
import { loadRule, type RuleFile } from './load';
import { countSeconds, type SecondsCount, secondsOf, withSeconds } from './per-second';
import { placeOf } from './place';
import { type Reference, referenceText } from './reference';
import type { RuleDocument } from './rule-schema';
import type { Rule, RuleSet } from './rule-set';
import { appliesHere, rangeText } from './server-range';
import { SnapshotInputs } from './snapshot-inputs';

/**
 * Shows a rule for people; with a snapshot also whether it fired there, each condition by itself, and every input.
 * @param file the rule's own file
 * @param analysis of the snapshot; with it also where the finding stands among the others, and why
 */
export function explainRule(
  rule: Rule,
  file: RuleFile,
  rules: RuleSet,
  snapshot: Snapshot | null,
  analysis: Pick<Analysis, 'findings' | 'muted' | 'plan'> | null = null,
): RuleExplanation {
  const { document } = loadRule(file);
  return {
    schema: ruleExplanationSchemaName,
    id: rule.id,
    title: rule.title,
    area: rule.area,
    severity: rule.severity,
    role: rule.role,
    standing: rule.standing,
    path: rule.path,
    appliesTo: (rule.applies ?? []).map(rangeText),
    only: document.only ?? null,
    when: document.when,
    perSecond: document.perSecond ?? null,
    escalation: document.escalate?.map(({ severity, when }) => `${severity} when ${when}`).join('; ') ?? null,
    explain: document.explain,
    refutedBy: document.refutedBy,
    thresholds: document.evidence.map(({ label, value, threshold, thresholdSource }) => ({
      label,
      value,
      threshold: threshold ?? null,
      source: thresholdSource,
    })),
    advice: document.advice.map(adviceText),
    actions: document.actions,
    explains: document.explains.map(({ rule: ruleId, when, because }) => ({
      ruleId,
      when: when ?? null,
      because,
    })),
    explainedBy: rules.rules
      .filter(({ explains }) => explains.some((link) => link.rule === rule.id))
      .map(({ id }) => id),
    sources: document.sources,
    examples: rule.examples.map(({ name, expect, because }) => ({ name, expect, because })),
    onSnapshot:
      snapshot === null
        ? null
        : {
            ...onSnapshot(rule, rules, snapshot),
            ...(analysis === null ? { place: null, causes: [], effects: [] } : placeOf(rule.id, analysis)),
          },
  };
}

function adviceText(advice: RuleDocument['advice'][number]) {
  const { variable, if: onlyIf, stopWhen, risk } = advice;
  return { variable, propose: proposalText(advice), onlyIf: onlyIf ?? null, stopWhen, risk };
}

/** How a value is worked out, in one line. */
function proposalText({ propose, need, atMost, lower }: RuleDocument['advice'][number]): string {
  if (need === undefined) return propose ?? '';
  const bound = atMost === undefined ? '' : `, at most ${atMost}`;
  return `${lower === true ? 'lowered to what is needed' : 'raised to what is needed'}: ${need}${bound}`;
}

type OnSnapshot = NonNullable<RuleExplanation['onSnapshot']>;

function onSnapshot(
  rule: Rule,
  rules: RuleSet,
  snapshot: Snapshot,
): Omit<OnSnapshot, 'place' | 'causes' | 'effects'> {
  const observed = new Observed(snapshot);
  const source = new SnapshotInputs(observed, new FactSet(observed, rules.facts));
  const outcome = evaluateRule(rule, source, rules);
  const counted = rule.perSecond === null ? null : countSeconds(rule.perSecond, source);
  const bindings = withSeconds(boundInputs(source), () => counted);
  const conditions = [rule.only, rule.when]
    .flatMap((expression) => expression?.clauses() ?? [])
    .map((clause) => ({ text: clause.source, holds: clause.holds(bindings) }));
  const inputs = rule.inputs.map((reference) => inputOf(reference, source, rules, counted));
  return {
    outcome: outcome.kind,
    because: becauseOf(rule, source, outcome, conditions, inputs),
    conditions,
    inputs,
    finding:
      outcome.kind === 'fired'
        ? { impact: outcome.finding.impact.text, explanation: outcome.finding.explanation }
        : null,
  };
}

function becauseOf(
  rule: Rule,
  { server }: InputSource,
  outcome: RuleOutcome,
  conditions: { text: string; holds: boolean | null }[],
  inputs: OnSnapshot['inputs'],
): string {
  switch (outcome.kind) {
    case 'fired':
      return `Every condition holds. ${outcome.finding.confidence.reason}`;
    case 'not-checked':
      return outcome.reasons.map(({ input, text }) => `${input}: ${text}`).join(' ');
    case 'not-applicable':
    case 'passed': {
      if (appliesHere(rule.applies, server) === false) {
        return `It is not for this server (${serverName(server)}, ${hostingWords[server.hosting]}).`;
      }
      const failed = conditions
        .filter(({ holds }) => holds === false)
        .map(({ text }) => `${text}${valuesIn(text, inputs)}`);
      return `This does not hold: ${failed.join('; ')}.`;
    }
  }
}

/** The values of the inputs that a condition names: ` (fact.pool_read_rate is 12/s)`. */
function valuesIn(text: string, inputs: OnSnapshot['inputs']): string {
  const named = new Set(text.match(/\b[a-z]+\.[A-Za-z_]\w*/g) ?? []);
  const values = inputs
    .filter(({ name, unknown }) => named.has(name) && unknown === null)
    .map(({ name, value, unit }) => `${name} is ${formatValue(value, unit)}`);
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
}

function inputOf(reference: Reference, source: InputSource, rules: RuleSet, counted: SecondsCount | null) {
  const count = secondsOf(reference, counted);
  const reading: FactValue = count === undefined ? source.read(reference) : { known: true, value: count };
  const described = describeInput(reference, rules.facts, [source.server]);
  return {
    name: referenceText(reference),
    value: reading.known ? reading.value : null,
    unit: 'unit' in described ? described.unit : ('none' as const),
    what: whatIs(reference, rules),
    unknown: reading.known ? null : reading.reason.text,
  };
}

function whatIs({ namespace, name }: Reference, rules: RuleSet): string {
  if (namespace === 'fact') {
    const doc = rules.facts.get(name)?.doc;
    return doc === undefined ? '' : `${doc.what} ${doc.formula}`;
  }
  if (namespace === 'rate' || namespace === 'status') {
    const kind = statusVariable(name)?.kind;
    return kind === undefined
      ? ''
      : `Status variable ${name}${namespace === 'rate' ? ', per second of the window' : ''}.`;
  }
  if (namespace === 'seconds') {
    return name === 'fired'
      ? 'Seconds in which the condition of each second held.'
      : 'Seconds in which it could be determined whether the condition of each second held.';
  }
  if (namespace === 'variable') return `Server variable ${name}.`;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return namespace === 'host' ? `Host hardware: ${words}.` : `Server: ${words}.`;
}
