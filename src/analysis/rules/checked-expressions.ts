import { LatchkeyError } from '../../shared/base/error';
import type { FactDefinition } from '../facts/inputs/definition';
import type { LookUpVariable } from '../facts/inputs/observed';
import { type ExpressionCompiler, templateOf } from './assemble-rule';
import { createEnvironment, type InputType, type RuleEnvironment } from './environment';
import { compileExpression, type ExpectedType, type Expression } from './expression';
import { ruleStepsAllowed } from './expression-limits';
import { prepareExpression } from './expression-text';
import { describeInput, type InputDescription, serversWithout } from './input-catalog';
import type { LoadedRule } from './load';
import { parseReference, type Reference, referenceText, referenceTo } from './reference';
import type { RuleDocument } from './rule-schema';
import { appliesTo, referenceServers, type ServerKind } from './server-range';
import type { Template } from './template';
import { texts } from './texts';

/** Compiles the expressions of one rule, with every check that there is, and remembers what they name. */
export class CheckedExpressions implements ExpressionCompiler {
  readonly #rule: LoadedRule;
  readonly #facts: ReadonlyMap<string, FactDefinition>;
  readonly #servers: readonly ServerKind[];
  readonly #lookUp: LookUpVariable;
  readonly #optional: ReadonlySet<string>;
  readonly #inputs = new Map<string, Reference>();
  readonly #asked = new Set<string>();
  #steps = 0;
  /** One for the whole rule: making an environment costs far more than parsing an expression. */
  readonly #environment: RuleEnvironment;
  readonly #types: Readonly<Record<string, InputType>>;

  constructor(rule: LoadedRule, facts: ReadonlyMap<string, FactDefinition>, lookUp: LookUpVariable) {
    this.#rule = rule;
    this.#lookUp = lookUp;
    this.#facts = facts;
    this.#servers = referenceServers.filter((server) => appliesTo(rule.document.applies, server));
    this.#optional = new Set(rule.document.optional ?? []);
    this.#types = this.#mentioned();
    this.#environment = createEnvironment(this.#types);
  }

  expression(source: string, keys: readonly PropertyKey[], expected: ExpectedType): Expression {
    const prepared = prepareExpression(source);
    for (const reference of prepared.asked) this.#asked.add(referenceText(reference));
    for (const reference of prepared.references) {
      this.#inputs.set(referenceText(reference), reference);
      const described = this.#describe(reference);
      if ('problem' in described) this.#fail(keys, described.problem);
    }
    const compiled = compileExpression(this.#environment, source, prepared, expected);
    if ('problem' in compiled) this.#fail(keys, `"${shortened(source)}": ${compiled.problem}`);
    this.#steps += compiled.steps;
    if (this.#steps > ruleStepsAllowed) {
      this.#fail(keys, `the expressions of this rule may take more than ${ruleStepsAllowed} steps together`);
    }
    return compiled;
  }

  template(text: string, keys: readonly PropertyKey[]): Template {
    return templateOf(text, ({ source, problem }) => {
      if (problem !== undefined) this.#fail(keys, problem);
      return this.expression(source, keys, 'any');
    });
  }

  requireVariable(name: string, keys: readonly PropertyKey[]): void {
    const known = this.#describe(referenceTo('variable', name));
    if ('problem' in known) this.#fail(keys, known.problem);
  }

  inputs(deciding: readonly (Expression | null)[]): { needs: Reference[]; inputs: Reference[] } {
    const needs = this.#needs(deciding);
    this.#checkOptional();
    this.#checkRange(needs);
    this.#checkExamples(this.#rule.examples());
    return { needs, inputs: [...this.#inputs.values()] };
  }

  /** Inputs that the rule names anywhere, with their types: what its environment is made of. */
  types(): Readonly<Record<string, InputType>> {
    return this.#types;
  }

  /** What must be known to decide: the inputs of the deciding expressions, less the optional ones. */
  #needs(deciding: readonly (Expression | null)[]): Reference[] {
    const needs = new Map<string, Reference>();
    for (const expression of deciding) {
      for (const reference of expression?.references ?? []) {
        const text = referenceText(reference);
        if (reference.namespace !== 'server' && !this.#optional.has(text)) needs.set(text, reference);
      }
    }
    return [...needs.values()];
  }

  /** `optional` and `known()` name the same inputs, and all of them exist. */
  #checkOptional(): void {
    for (const text of this.#optional) {
      if (!this.#inputs.has(text)) this.#fail(['optional'], `optional input ${text} is not used`);
    }
    for (const text of this.#asked) {
      if (!this.#optional.has(text))
        this.#fail(['optional'], `known(${text}) needs ${text} under "optional"`);
    }
  }

  /** A variable that the rule cannot do without must exist on every server that the rule applies to. */
  #checkRange(needs: Reference[]): void {
    if (this.#servers.length === 0) this.#fail(['applies'], 'no known server lies in these ranges');
    for (const { namespace, name } of needs) {
      if (namespace !== 'variable') continue;
      const without = serversWithout(name, this.#servers, this.#lookUp)[0];
      if (without === undefined) continue;
      this.#fail(
        ['applies'],
        `needs variable.${name}, which ${without.flavour} ${without.version.join('.')} does not have`,
      );
    }
  }

  #checkExamples(examples: RuleDocument['examples']): void {
    examples.forEach((example, index) => {
      for (const name of Object.keys(example.given)) {
        const reference = parseReference(name);
        if (reference === null) this.#fail(['examples', index, 'given'], `${name} does not name an input`);
        const described = describeInput(reference, this.#facts, referenceServers, this.#lookUp);
        if ('problem' in described) this.#fail(['examples', index, 'given'], described.problem);
      }
    });
    const expected = new Set(examples.map(({ expect }) => expect));
    if (!expected.has('fires') || !(expected.has('silent') || expected.has('not-applicable'))) {
      this.#fail(['examples'], 'a rule needs an example that fires and one that stays silent');
    }
  }

  #fail(keys: readonly PropertyKey[], problem: string): never {
    throw new LatchkeyError(
      'invalid-rule',
      `${this.#rule.at(keys)}: ${keys.map(String).join('.')}: ${problem}.`,
      {
        hint: texts.docsRulesMdListsThe,
      },
    );
  }

  #describe(reference: Reference): InputDescription {
    return describeInput(reference, this.#facts, this.#servers, this.#lookUp);
  }

  /** Every input that the file mentions anywhere, prose included; what does not exist is left for its expression. */
  #mentioned(): Record<string, InputType> {
    const mentioned = JSON.stringify(this.#rule.document).match(/\b[a-z]+\.[A-Za-z_]\w*/g) ?? [];
    const types = [...new Set(mentioned)].flatMap((text) => {
      const reference = parseReference(text);
      if (reference === null) return [];
      const described = this.#describe(reference);
      return 'type' in described ? [[text, described.type] as const] : [];
    });
    return Object.fromEntries(types);
  }
}

function shortened(source: string): string {
  return source.length > 200 ? `${source.slice(0, 200)}...` : source;
}
