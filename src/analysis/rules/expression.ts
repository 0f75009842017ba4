import type { Environment } from '@marcbachmann/cel-js';
import type { Value } from '../../shared/analysis';
import type { Bindings } from './bindings';
import { celValues, type RuleEnvironment } from './environment';
import { expressionCost } from './expression-limits';
import type { PreparedExpression } from './expression-text';
import { doubt, missing, type PlainExpression, plainExpression } from './plain-expression';
import { type PlainTree, plainTree } from './plain-tree';
import { type Reference, referenceText } from './reference';

/** A compiled expression: parsed and type-checked once, evaluated often. */
export interface Expression {
  source: string;
  /** As data, where it is plain; null: the CEL library evaluates it. */
  tree: PlainTree | null;
  references: Reference[];
  /** Steps of one evaluation at most. */
  steps: number;
  /** The conditions that `&&` joins at the top, each for itself; the whole where there is no `&&`. */
  clauses(): Clause[];
  /** `missing`: an input that it needs is not known. @throws what CEL does over values of another type, or without one */
  evaluate(bindings: Bindings): Value | typeof missing;
  /** Inputs that stand inside `known(...)`. */
  asked: Reference[];
  /**
   * For a condition that came out false: whether it could be true if inputs that nobody read were known. `known(x)` of such
   * an input is neither true nor false then.
   * @param isUnread asked only of inputs that the condition comes to
   */
  couldHold(bindings: Bindings, isUnread: (reference: Reference) => boolean): boolean;
}

/** One condition of several. */
export interface Clause {
  source: string;
  /** null: an input that it needs is not known. */
  holds(bindings: Bindings): boolean | null;
}

export type ExpectedType = 'bool' | 'double' | 'any';

/** Longer than any that a person could read. */
const longestExpression = 8000;

/** Compiles; returns the library's message when the expression is malformed or of the wrong type. */
export function compileExpression(
  { cel: environment, types }: RuleEnvironment,
  source: string,
  prepared: PreparedExpression,
  expected: ExpectedType,
): Expression | { problem: string } {
  if (source.length > longestExpression)
    return { problem: `it is longer than ${longestExpression} characters` };
  try {
    const program = environment.parse(prepared.cel);
    const cost = expressionCost(program.ast);
    if ('problem' in cost) return cost;
    const check = program.check();
    if (!check.valid) return { problem: firstLine(check.error) };
    if (expected !== 'any' && check.type !== expected && check.type !== 'dyn') {
      return { problem: `it must give a ${expected}, not a ${check.type}` };
    }
    const tree = plainTree(program.ast, types);
    return {
      source,
      tree,
      references: prepared.references,
      steps: cost.steps,
      clauses: () => {
        const parts = program.ast.op === '&&' ? splitAtAnd(prepared.cel) : [prepared.cel];
        return parts.map((part) => clauseOf(environment, part, prepared.references));
      },
      asked: prepared.asked,
      ...plainly(tree, prepared.asked, {
        evaluate: (bindings) => toValue(program(celValues(bindings, prepared.references))),
        couldHold: libraryDoubt(environment, prepared),
      }),
    };
  } catch (thrown) {
    return { problem: firstLine(thrown) };
  }
}

type Evaluation = Pick<Expression, 'evaluate' | 'couldHold'>;

/**
 * Evaluates an expression by its tree; the library where there is none, and where a value is not plain. `couldHold` is the
 * same with a doubt about each `known(x)` that nobody can answer: `&&` and `||` let what is missing through only where it decides.
 */
export function plainly(
  tree: PlainTree | null,
  asked: readonly Reference[],
  library: Evaluation,
): Evaluation {
  const plain: PlainExpression = tree === null ? () => doubt : plainExpression(tree);
  return {
    evaluate: (bindings) => {
      const result = plain(bindings);
      return result === doubt ? library.evaluate(bindings) : result;
    },
    couldHold: (bindings, isUnread) => {
      const result = plain({ valueOf: (reference) => bindings.valueOf(reference), isDoubted: isUnread });
      if (result !== doubt) return result === true || result === missing;
      return asked.some(isUnread) && library.couldHold(bindings, isUnread);
    },
  };
}

/**
 * The same by the library, over `asked`, which holds an answer for each `known(x)` that has one: without it evaluating throws.
 * @internal exported to tests
 */
export function libraryDoubt(
  environment: Environment,
  { cel, asked, references }: PreparedExpression,
): Expression['couldHold'] {
  let program: ReturnType<Environment['parse']> | undefined;
  return (bindings, isUnread) => {
    program ??= environment.parse(withAnswers(cel));
    const settled = asked.filter((reference) => !isUnread(reference));
    const answers = settled.map(
      (reference) => [referenceText(reference), bindings.valueOf(reference) !== undefined] as const,
    );
    try {
      return program({ ...celValues(bindings, references), asked: new Map(answers) }) === true;
    } catch {
      return true;
    }
  };
}

/** `has(fact.x)` as `asked["fact.x"]`, outside of quotes. */
function withAnswers(cel: string): string {
  return cel.replaceAll(
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\bhas\(\s*([a-z]+\.\w+)\s*\)/g,
    (whole, name: string | undefined) => (name === undefined ? whole : `asked["${name}"]`),
  );
}

/** Splits at `&&` outside of brackets and quotes; the nodes of the parser leave closing brackets out. */
function splitAtAnd(cel: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const [piece] of cel.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|&&|[\s\S]/g)) {
    if ('([{'.includes(piece)) depth += 1;
    if (')]}'.includes(piece)) depth -= 1;
    if (piece === '&&' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else {
      part += piece;
    }
  }
  return [...parts, part.trim()];
}

function clauseOf(environment: Environment, text: string, references: readonly Reference[]): Clause {
  const program = environment.parse(text);
  return {
    // As the rule has it: numbers without the fraction that CEL wants, `known` for `has`.
    source: text.replaceAll(/\b(\d+)\.0\b/g, '$1').replaceAll(/\bhas\(/g, 'known('),
    holds: (bindings) => {
      try {
        return program(celValues(bindings, references)) === true;
      } catch {
        return null;
      }
    },
  };
}

function toValue(result: unknown): Value {
  if (typeof result === 'bigint') return Number(result);
  if (typeof result === 'number' || typeof result === 'string' || typeof result === 'boolean') return result;
  return null;
}

function firstLine(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.split('\n', 1)[0] ?? message;
}
