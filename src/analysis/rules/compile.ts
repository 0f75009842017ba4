import type { Environment } from '@marcbachmann/cel-js';
import { LatchkeyError } from '../../shared/base/error';
import type { RuleFault } from '../../shared/rules/rule-list';
import { factCatalog } from '../facts/catalog';
import type { FactDefinition } from '../facts/inputs/definition';
import type { LookUpVariable } from '../facts/inputs/observed';
import { dependence } from './dependence';
import { createEnvironment, type InputType } from './environment';
import { compileExpression, type ExpectedType, type Expression } from './expression';
import { ruleStepsAllowed } from './expression-limits';
import { prepareExpression } from './expression-text';
import { describeInput, type InputDescription, rememberVariables, serversWithout } from './input-catalog';
import { faultyLink } from './links';
import { type LoadedRule, loadRule, type RuleFile } from './load';
import { parseReference, type Reference, referenceText } from './reference';
import type { RuleDocument } from './rule-schema';
import type { Rule, RuleSet } from './rule-set';
import { appliesTo, referenceServers, type ServerKind } from './server-range';
import { type CompiledPart, createTemplate, splitTemplate, type Template } from './template';

/**
 * Loads rule files and compiles every expression once. Names are checked against the catalogs of facts, variables
 * and status for each server that a rule applies to.
 * @throws LatchkeyError 'invalid-rule' naming file and line.
 * @internal exported to tests, the reference and the benches; the product loads through `loadRules`
 */
export function compileRules(files: RuleFile[]): RuleSet {
  const facts = factCatalog();
  const rules = new Map<string, Rule>();
  const lookUp = rememberVariables();
  for (const file of files) addRule(rules, file, facts, lookUp);
  const fault = faultyLink(rules);
  if (fault !== null) throw fault.error;
  return ruleSet(rules, [], facts, lookUp);
}

/**
 * The pack that comes with Latchkey with the user's own rules beside it. A faulty rule of the user's stops no other:
 * it is reported in `faults`.
 * @throws LatchkeyError 'invalid-rule' for a file of the pack itself
 */
export function compileRulesWith(pack: RuleFile[], own: RuleFile[]): RuleSet {
  const facts = factCatalog();
  const rules = new Map<string, Rule>();
  const faults: RuleFault[] = [];
  const lookUp = rememberVariables();
  for (const file of pack) addRule(rules, file, facts, lookUp);
  for (const file of own) {
    try {
      addRule(rules, file, facts, lookUp);
    } catch (thrown) {
      if (!(thrown instanceof LatchkeyError)) throw thrown;
      faults.push({ path: file.path, message: thrown.message });
    }
  }
  // A rule that is left out may be one that others name.
  for (let fault = faultyLink(rules); fault !== null; fault = faultyLink(rules)) {
    const { path, id } = fault.rule;
    if (pack.some((file) => file.path === path)) throw fault.error;
    faults.push({ path, message: fault.error.message });
    rules.delete(id);
  }
  return ruleSet(rules, faults, facts, lookUp);
}

function addRule(
  rules: Map<string, Rule>,
  file: RuleFile,
  facts: ReadonlyMap<string, FactDefinition>,
  lookUp: LookUpVariable,
): void {
  const rule = compileRule(loadRule(file), facts, lookUp);
  const previous = rules.get(rule.id);
  if (previous !== undefined) {
    throw new LatchkeyError(
      'invalid-rule',
      `${rule.path}:1: ${previous.path} already has a rule ${rule.id}.`,
    );
  }
  rules.set(rule.id, rule);
}

function ruleSet(
  found: ReadonlyMap<string, Rule>,
  faults: RuleFault[],
  facts: ReadonlyMap<string, FactDefinition>,
  lookUp: LookUpVariable,
): RuleSet {
  const rules = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const summaries = rules.map(({ id, title, area, severity, path }) => ({ id, title, area, severity, path }));
  return { rules, summaries, faults, facts, restsOn: dependence(facts), lookUp };
}

function compileRule(
  loaded: LoadedRule,
  facts: ReadonlyMap<string, FactDefinition>,
  lookUp: LookUpVariable,
): Rule {
  const { document, path } = loaded;
  const compiler = new RuleCompiler(loaded, facts, lookUp);
  const only = compiler.optional(document.only, ['only'], 'bool');
  const when = compiler.expression(document.when, ['when'], 'bool');
  const perSecond = compiler.optional(document.perSecond, ['perSecond'], 'bool');
  const escalate =
    document.escalate === undefined
      ? null
      : {
          severity: document.escalate.severity,
          when: compiler.expression(document.escalate.when, ['escalate', 'when'], 'bool'),
        };
  const evidence = document.evidence.map((item, index) => ({
    label: item.label,
    value: compiler.expression(item.value, ['evidence', index, 'value'], 'any'),
    unit: item.unit,
    threshold: compiler.optional(item.threshold, ['evidence', index, 'threshold'], 'any'),
    thresholdSource: item.thresholdSource,
  }));
  const advice = document.advice.map((item, index) => compiler.advice(item, index));
  const rule = {
    path,
    id: document.id,
    title: document.title,
    area: document.area,
    severity: document.severity,
    applies: document.applies,
    basis: document.basis,
    only,
    when,
    perSecond,
    escalate,
    share: compiler.optional(document.impact.share, ['impact', 'share'], 'double'),
    impact: compiler.template(document.impact.text, ['impact', 'text']),
    evidence,
    explains: document.explains.map((item, index) => compiler.link(item, index)),
    role: document.role,
    measure: document.measure === undefined ? null : compiler.template(document.measure, ['measure']),
    standing: document.standing,
    headline: document.headline === undefined ? null : compiler.template(document.headline, ['headline']),
    explain: compiler.template(document.explain, ['explain']),
    refutedBy: document.refutedBy,
    advice,
    actions: document.actions.map((text, index) => compiler.template(text, ['actions', index])),
    probe: document.probe === undefined ? null : compiler.template(document.probe, ['probe']),
    sources: document.sources,
    examples: document.examples,
    exampleAt: (index: number) => loaded.at(['examples', index]),
    linkAt: (index: number) => loaded.at(['explains', index]),
  };
  const needs = compiler.needs([only, when]);
  compiler.checkOptional();
  compiler.checkRange(needs);
  compiler.checkExamples(document.examples);
  return { ...rule, needs, inputs: compiler.inputs() };
}

/** Compiles the expressions of one rule and remembers what they name. */
class RuleCompiler {
  readonly #rule: LoadedRule;
  readonly #facts: ReadonlyMap<string, FactDefinition>;
  readonly #servers: readonly ServerKind[];
  readonly #lookUp: LookUpVariable;
  readonly #optional: ReadonlySet<string>;
  readonly #inputs = new Map<string, Reference>();
  readonly #asked = new Set<string>();
  #steps = 0;
  /** One for the whole rule: making an environment costs far more than parsing an expression. */
  readonly #environment: Environment;

  constructor(rule: LoadedRule, facts: ReadonlyMap<string, FactDefinition>, lookUp: LookUpVariable) {
    this.#rule = rule;
    this.#lookUp = lookUp;
    this.#facts = facts;
    this.#servers = referenceServers.filter((server) => appliesTo(rule.document.applies, server));
    this.#optional = new Set(rule.document.optional ?? []);
    this.#environment = createEnvironment(this.#mentioned());
  }

  expression(source: string, keys: readonly PropertyKey[], expected: ExpectedType): Expression {
    const prepared = prepareExpression(source);
    for (const reference of prepared.asked) this.#asked.add(referenceText(reference));
    for (const reference of prepared.references) {
      this.#inputs.set(referenceText(reference), reference);
      const described = this.#describe(reference);
      if ('problem' in described) this.fail(keys, described.problem);
    }
    const compiled = compileExpression(this.#environment, source, prepared, expected);
    if ('problem' in compiled) this.fail(keys, `"${shortened(source)}": ${compiled.problem}`);
    this.#steps += compiled.steps;
    if (this.#steps > ruleStepsAllowed) {
      this.fail(keys, `the expressions of this rule may take more than ${ruleStepsAllowed} steps together`);
    }
    return compiled;
  }

  optional(
    source: string | undefined,
    keys: readonly PropertyKey[],
    expected: ExpectedType,
  ): Expression | null {
    return source === undefined ? null : this.expression(source, keys, expected);
  }

  template(text: string, keys: readonly PropertyKey[]): Template {
    const parts = splitTemplate(text).map((part): CompiledPart => {
      if ('text' in part) return part;
      if (part.problem !== undefined) this.fail(keys, part.problem);
      return { expression: this.expression(part.source, keys, 'any'), unit: part.unit };
    });
    return createTemplate(text, parts);
  }

  advice(item: RuleDocument['advice'][number], index: number): Rule['advice'][number] {
    const keys = ['advice', index];
    const known = this.#describe({ namespace: 'variable', name: item.variable });
    if ('problem' in known) this.fail([...keys, 'variable'], known.problem);
    return {
      variable: item.variable,
      if: this.optional(item.if, [...keys, 'if'], 'bool'),
      propose:
        item.need === undefined
          ? this.expression(item.propose ?? '', [...keys, 'propose'], 'any')
          : this.expression(item.need, [...keys, 'need'], 'double'),
      sizing:
        item.need === undefined
          ? null
          : {
              atMost: this.optional(item.atMost, [...keys, 'atMost'], 'double'),
              inForce: this.optional(item.inForce, [...keys, 'inForce'], 'double'),
              direction: item.lower === true ? 'lower' : 'raise',
            },
      stopWhen: item.stopWhen,
      risk: item.risk,
      sideEffects: item.sideEffects,
      memoryEffect:
        item.memoryEffect === undefined ? null : this.template(item.memoryEffect, [...keys, 'memoryEffect']),
    };
  }

  link(item: RuleDocument['explains'][number], index: number): Rule['explains'][number] {
    const keys = ['explains', index];
    return {
      rule: item.rule,
      when: this.optional(item.when, [...keys, 'when'], 'bool'),
      because: this.template(item.because, [...keys, 'because']),
    };
  }

  /** What must be known to decide: the inputs of the deciding expressions, less the optional ones. */
  needs(deciding: (Expression | null)[]): Reference[] {
    const needs = new Map<string, Reference>();
    for (const expression of deciding) {
      for (const reference of expression?.references ?? []) {
        const text = referenceText(reference);
        if (reference.namespace !== 'server' && !this.#optional.has(text)) needs.set(text, reference);
      }
    }
    return [...needs.values()];
  }

  inputs(): Reference[] {
    return [...this.#inputs.values()];
  }

  /** `optional` and `known()` name the same inputs, and all of them exist. */
  checkOptional(): void {
    for (const text of this.#optional) {
      if (!this.#inputs.has(text)) this.fail(['optional'], `optional input ${text} is not used`);
    }
    for (const text of this.#asked) {
      if (!this.#optional.has(text)) this.fail(['optional'], `known(${text}) needs ${text} under "optional"`);
    }
  }

  /** A variable that the rule cannot do without must exist on every server that the rule applies to. */
  checkRange(needs: Reference[]): void {
    if (this.#servers.length === 0) this.fail(['applies'], 'no known server lies in these ranges');
    for (const { namespace, name } of needs) {
      if (namespace !== 'variable') continue;
      const without = serversWithout(name, this.#servers, this.#lookUp)[0];
      if (without === undefined) continue;
      this.fail(
        ['applies'],
        `needs variable.${name}, which ${without.flavour} ${without.version.join('.')} does not have`,
      );
    }
  }

  checkExamples(examples: RuleDocument['examples']): void {
    examples.forEach((example, index) => {
      for (const name of Object.keys(example.given)) {
        const reference = parseReference(name);
        if (reference === null) this.fail(['examples', index, 'given'], `${name} does not name an input`);
        const described = describeInput(reference, this.#facts, referenceServers, this.#lookUp);
        if ('problem' in described) this.fail(['examples', index, 'given'], described.problem);
      }
    });
    const expected = new Set(examples.map(({ expect }) => expect));
    if (!expected.has('fires') || !(expected.has('silent') || expected.has('not-applicable'))) {
      this.fail(['examples'], 'a rule needs an example that fires and one that stays silent');
    }
  }

  fail(keys: readonly PropertyKey[], problem: string): never {
    throw new LatchkeyError(
      'invalid-rule',
      `${this.#rule.at(keys)}: ${keys.map(String).join('.')}: ${problem}.`,
      {
        hint: 'docs/rules.md lists the names that expressions may use.',
      },
    );
  }

  #describe(reference: Reference): InputDescription {
    return describeInput(reference, this.#facts, this.#servers, this.#lookUp);
  }

  /** Every input that the file mentions anywhere, prose included; what does not exist is left for its expression. */
  #mentioned(): { reference: Reference; type: InputType }[] {
    const mentioned = JSON.stringify(this.#rule.document).match(/\b[a-z]+\.[A-Za-z_]\w*/g) ?? [];
    return [...new Set(mentioned)].flatMap((text) => {
      const reference = parseReference(text);
      if (reference === null) return [];
      const described = this.#describe(reference);
      return 'type' in described ? [{ reference, type: described.type }] : [];
    });
  }
}

function shortened(source: string): string {
  return source.length > 200 ? `${source.slice(0, 200)}...` : source;
}
