import { z } from 'zod';
import { assembleRule, type ExpressionCompiler, templateOf } from './assemble-rule';
import type { Bindings } from './bindings';
import { createEnvironment, type InputType, type RuleEnvironment } from './environment';
import { compileExpression, type Expression, plainly } from './expression';
import { type PreparedExpression, prepareExpression } from './expression-text';
import { loadRule, type RuleFile } from './load';
import type { PlainTree } from './plain-tree';
import { parseReference, type Reference, referenceText } from './reference';
import type { RuleDocument } from './rule-schema';
import type { Rule } from './rule-set';
import type { Template } from './template';

// The build checked what it wrote; only another build's would not fit, and that is never read.
const checkedByBuild = <T>() => z.custom<T>((value) => typeof value === 'object' && value !== null);

/** An expression that need not be taken apart again: its plain form, the inputs that it names, and those inside `known()`. */
interface KeptExpression {
  tree: PlainTree | null;
  names: readonly string[];
  asked: readonly string[];
}

/** What the build keeps of a rule that passed every check. */
const builtRuleSchema = z.object({
  /** Without its examples, which are most of it and seldom asked for. */
  document: checkedByBuild<Omit<RuleDocument, 'examples'>>(),
  /** The inputs that the rule mentions, by full name, with their CEL types. */
  types: checkedByBuild<Readonly<Record<string, InputType>>>(),
  /** Full names of the inputs without which it cannot decide, and of all that it names. */
  needs: checkedByBuild<readonly string[]>(),
  inputs: checkedByBuild<readonly string[]>(),
  /** The expressions that decide, which every analysis evaluates, by their source. */
  deciding: checkedByBuild<Readonly<Record<string, KeptExpression>>>(),
});
export type BuiltRule = z.infer<typeof builtRuleSchema>;

/**
 * Rules as the build left them. Nothing is checked again, and an expression is parsed when it is first needed: most rules
 * pass, and what only a finding shows is never asked for.
 */
export class BuiltRules {
  readonly #types: Record<string, InputType> = {};
  #environment: RuleEnvironment | undefined;

  /** A rule ready to run. Every rule has to be added before the first one runs. null: the build left nothing of it. */
  rule({ path, text, built: json }: RuleFile): Rule | null {
    const built = builtRuleSchema.safeParse(json).data;
    if (built === undefined) return null;
    for (const [name, type] of Object.entries(built.types)) {
      // A variable may be a number to the servers of one rule and a text to those of another.
      this.#types[name] = (this.#types[name] ?? type) === type ? type : 'dyn';
    }
    const loaded = {
      path,
      document: built.document,
      examples: () => loadRule({ path, text }).examples(),
      at: (keys: readonly PropertyKey[]) => loadRule({ path, text }).at(keys),
    };
    return assembleRule(loaded, new BuiltExpressions(built, () => this.#shared()));
  }

  /** One for all rules: making an environment costs far more than parsing an expression. */
  #shared(): RuleEnvironment {
    this.#environment ??= createEnvironment(this.#types);
    return this.#environment;
  }
}

class BuiltExpressions implements ExpressionCompiler {
  readonly #built: BuiltRule;
  readonly #environment: () => RuleEnvironment;

  constructor(built: BuiltRule, environment: () => RuleEnvironment) {
    this.#built = built;
    this.#environment = environment;
  }

  expression(source: string): Expression {
    const late = new LateExpression(source, this.#environment);
    const { deciding } = this.#built;
    const kept = Object.hasOwn(deciding, source) ? deciding[source] : undefined;
    return kept === undefined ? late : new KeptRuleExpression(kept, late);
  }

  template(text: string): Template {
    return new LateTemplate(text, ({ source }) => this.expression(source));
  }

  /** The build has looked. */
  requireVariable(): void {}

  inputs(): { needs: Reference[]; inputs: Reference[] } {
    return { needs: references(this.#built.needs), inputs: references(this.#built.inputs) };
  }
}

function references(names: readonly string[]): Reference[] {
  return names.flatMap((name) => parseReference(name) ?? []);
}

/** What the build keeps of the expressions that decide whether a rule holds. */
export function decidingExpressions(rule: Pick<Rule, 'only' | 'when' | 'perSecond'>): BuiltRule['deciding'] {
  const kept = [rule.only, rule.when, rule.perSecond].flatMap((expression) => {
    if (expression === null) return [];
    const { source, tree, references: named, asked } = expression;
    return [[source, { tree, names: named.map(referenceText), asked: asked.map(referenceText) }] as const];
  });
  return Object.fromEntries(kept);
}

/** An expression that is evaluated by what the build kept of it; the library is asked for where that is not enough. */
class KeptRuleExpression implements Expression {
  readonly source: string;
  readonly tree: PlainTree | null;
  readonly references: Reference[];
  readonly asked: Reference[];
  readonly #late: Expression;
  #evaluation: Pick<Expression, 'evaluate' | 'couldHold'> | undefined;

  constructor({ tree, names, asked }: KeptExpression, late: Expression) {
    this.source = late.source;
    this.tree = tree;
    this.references = references(names);
    this.asked = references(asked);
    this.#late = late;
  }

  get steps(): number {
    return this.#late.steps;
  }

  clauses(): ReturnType<Expression['clauses']> {
    return this.#late.clauses();
  }

  evaluate(bindings: Bindings): ReturnType<Expression['evaluate']> {
    return this.#plainly().evaluate(bindings);
  }

  couldHold(...asked: Parameters<Expression['couldHold']>): boolean {
    return this.#plainly().couldHold(...asked);
  }

  #plainly(): Pick<Expression, 'evaluate' | 'couldHold'> {
    this.#evaluation ??= plainly(this.tree, this.asked, this.#late);
    return this.#evaluation;
  }
}

/** An expression that is taken apart, and then parsed, when it is first asked for. */
class LateExpression implements Expression {
  readonly source: string;
  readonly #environment: () => RuleEnvironment;
  #prepared: PreparedExpression | undefined;
  #compiled: Expression | undefined;

  constructor(source: string, environment: () => RuleEnvironment) {
    this.source = source;
    this.#environment = environment;
  }

  get references(): Reference[] {
    return this.#preparedText().references;
  }

  get asked(): Reference[] {
    return this.#preparedText().asked;
  }

  get tree(): PlainTree | null {
    return this.#ready().tree;
  }

  get steps(): number {
    return this.#ready().steps;
  }

  clauses(): ReturnType<Expression['clauses']> {
    return this.#ready().clauses();
  }

  evaluate(bindings: Bindings): ReturnType<Expression['evaluate']> {
    return this.#ready().evaluate(bindings);
  }

  couldHold(...asked: Parameters<Expression['couldHold']>): boolean {
    return this.asked.length > 0 && this.#ready().couldHold(...asked);
  }

  #preparedText(): PreparedExpression {
    this.#prepared ??= prepareExpression(this.source);
    return this.#prepared;
  }

  #ready(): Expression {
    if (this.#compiled === undefined) {
      const compiled = compileExpression(this.#environment(), this.source, this.#preparedText(), 'any');
      if ('problem' in compiled) throw new Error(`"${this.source}": ${compiled.problem}`);
      this.#compiled = compiled;
    }
    return this.#compiled;
  }
}

class LateTemplate implements Template {
  readonly source: string;
  readonly #compile: Parameters<typeof templateOf>[1];
  #made: Template | undefined;

  constructor(source: string, compile: Parameters<typeof templateOf>[1]) {
    this.source = source;
    this.#compile = compile;
  }

  get references(): Reference[] {
    return this.#ready().references;
  }

  render(...of: Parameters<Template['render']>): string {
    return this.#ready().render(...of);
  }

  #ready(): Template {
    this.#made ??= templateOf(this.source, this.#compile);
    return this.#made;
  }
}
