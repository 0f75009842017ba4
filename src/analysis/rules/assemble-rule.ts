import type { ExpectedType, Expression } from './expression';
import type { LoadedRule } from './load';
import type { Reference } from './reference';
import type { RuleDocument } from './rule-schema';
import type { Rule } from './rule-set';
import { createTemplate, splitTemplate, type Template, type TemplatePart } from './template';

/** What makes the expressions of one rule ready to run. */
export interface ExpressionCompiler {
  /** @throws LatchkeyError 'invalid-rule' naming file and line */
  expression(source: string, keys: readonly PropertyKey[], expected: ExpectedType): Expression;
  /** The parts of a text, each expression of it compiled. @throws LatchkeyError 'invalid-rule' */
  template(text: string, keys: readonly PropertyKey[]): Template;
  /** @throws LatchkeyError 'invalid-rule' where no server that the rule applies to has the variable of an advice */
  requireVariable(name: string, keys: readonly PropertyKey[]): void;
  /** What must be known to decide, and all that any expression names: asked once everything is compiled. */
  inputs(deciding: readonly (Expression | null)[]): { needs: Reference[]; inputs: Reference[] };
}

/** A rule ready to run, of its document and what compiles its expressions. */
export function assembleRule(loaded: LoadedRule, compiler: ExpressionCompiler): Rule {
  const { document, path } = loaded;
  const parts = new Parts(compiler);
  const only = parts.optional(document.only, ['only'], 'bool');
  const when = compiler.expression(document.when, ['when'], 'bool');
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
    perSecond: parts.optional(document.perSecond, ['perSecond'], 'bool'),
    escalate: (document.escalate ?? []).map(({ severity, when: graver }, index) => ({
      severity,
      when: compiler.expression(graver, ['escalate', index, 'when'], 'bool'),
    })),
    evidence: document.evidence.map((item, index) => ({
      label: item.label,
      value: compiler.expression(item.value, ['evidence', index, 'value'], 'any'),
      unit: item.unit,
      threshold: parts.optional(item.threshold, ['evidence', index, 'threshold'], 'any'),
      thresholdSource: item.thresholdSource,
    })),
    advice: document.advice.map((item, index) => parts.advice(item, index)),
    share: parts.optional(document.impact.share, ['impact', 'share'], 'double'),
    impact: compiler.template(document.impact.text, ['impact', 'text']),
    explains: document.explains.map((item, index) => parts.link(item, index)),
    role: document.role,
    measure: parts.optionalTemplate(document.measure, ['measure']),
    standing: document.standing,
    headline: parts.optionalTemplate(document.headline, ['headline']),
    explain: compiler.template(document.explain, ['explain']),
    refutedBy: document.refutedBy,
    actions: document.actions.map((text, index) => compiler.template(text, ['actions', index])),
    probe: parts.optionalTemplate(document.probe, ['probe']),
    sources: document.sources,
    exampleAt: (index: number) => loaded.at(['examples', index]),
    linkAt: (index: number) => loaded.at(['explains', index]),
  };
  return {
    ...rule,
    ...compiler.inputs([only, when]),
    get examples() {
      return loaded.examples();
    },
  };
}

/** The parts of a rule that are made of several expressions. */
class Parts {
  readonly #compiler: ExpressionCompiler;

  constructor(compiler: ExpressionCompiler) {
    this.#compiler = compiler;
  }

  optional(
    source: string | undefined,
    keys: readonly PropertyKey[],
    expected: ExpectedType,
  ): Expression | null {
    return source === undefined ? null : this.#compiler.expression(source, keys, expected);
  }

  optionalTemplate(text: string | undefined, keys: readonly PropertyKey[]): Template | null {
    return text === undefined ? null : this.#compiler.template(text, keys);
  }

  advice(item: RuleDocument['advice'][number], index: number): Rule['advice'][number] {
    const keys = ['advice', index];
    this.#compiler.requireVariable(item.variable, [...keys, 'variable']);
    return {
      variable: item.variable,
      if: this.optional(item.if, [...keys, 'if'], 'bool'),
      propose:
        item.need === undefined
          ? this.#compiler.expression(item.propose ?? '', [...keys, 'propose'], 'any')
          : this.#compiler.expression(item.need, [...keys, 'need'], 'double'),
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
      memoryEffect: this.optionalTemplate(item.memoryEffect, [...keys, 'memoryEffect']),
    };
  }

  link(item: RuleDocument['explains'][number], index: number): Rule['explains'][number] {
    const keys = ['explains', index];
    return {
      rule: item.rule,
      when: this.optional(item.when, [...keys, 'when'], 'bool'),
      because: this.#compiler.template(item.because, [...keys, 'because']),
    };
  }
}

/** The parts of a text with each expression compiled by `compile`. */
export function templateOf(
  text: string,
  compile: (part: Extract<TemplatePart, { source: string }>) => Expression,
): Template {
  return createTemplate(
    text,
    splitTemplate(text).map((part) =>
      'text' in part ? part : { expression: compile(part), unit: part.unit },
    ),
  );
}
