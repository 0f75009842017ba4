import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRules } from '../../../test/analysis/rule-files';
import type { Value } from '../../shared/analysis';
import { bindingsOf } from './bindings';
import { buildRule } from './compile';
import { celValues, createEnvironment, type InputType, type RuleEnvironment } from './environment';
import { compileExpression, type Expression, libraryDoubt } from './expression';
import { prepareExpression } from './expression-text';
import { missing } from './plain-expression';
import { plainTree } from './plain-tree';
import type { Reference } from './reference';
import { splitTemplate } from './template';

// The CEL library is the reference: what an expression comes to by its own evaluation, it comes to here.

function compiled(environment: RuleEnvironment, source: string): Expression {
  const expression = compileExpression(environment, source, prepareExpression(source), 'any');
  if ('problem' in expression) throw new Error(`${source}: ${expression.problem}`);
  return expression;
}

/** What evaluating gives; an error is as good as any other: callers ask for what is missing. */
function outcomeOf(evaluate: () => unknown): unknown {
  try {
    const value = evaluate();
    if (value === missing) return 'an error';
    return typeof value === 'object' ? null : value;
  } catch {
    return 'an error';
  }
}

const numbers = fc.constantFrom(0, 1, -1, 0.5, 0.8, 2, 100, 1024, 80030, 1e9, 2 ** 40, Number.NaN, 1 / 0);
const texts = fc.constantFrom('', 'ON', 'OFF', 'mysql', 'mariadb', '8.0.30', 'a', 'read-committed');
const ofType: Readonly<Record<InputType, fc.Arbitrary<Value>>> = {
  double: numbers,
  string: texts,
  bool: fc.boolean(),
  dyn: fc.oneof(numbers, texts, fc.boolean()),
};

/** A value for an input: as a rule of its type, often none, and at times what no server should give. */
function possibleValue(type: InputType): fc.Arbitrary<Value | undefined> {
  return fc.oneof(
    { weight: 8, arbitrary: ofType[type] },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.oneof(ofType.dyn, fc.constant(null)) },
  );
}

function expectSame(environment: RuleEnvironment, source: string, times: number): void {
  const expression = compiled(environment, source);
  const prepared = prepareExpression(source);
  const program = environment.cel.parse(prepared.cel);
  const doubt = libraryDoubt(environment.cel, prepared);
  const inputs = expression.references.map(({ text }) => possibleValue(environment.types[text] ?? 'dyn'));
  fc.assert(
    fc.property(fc.tuple(...inputs), (values) => {
      const known = expression.references.flatMap(({ text }, index): [string, Value][] => {
        const value = values[index];
        return value === undefined ? [] : [[text, value]];
      });
      const bindings = bindingsOf(new Map(known));
      const asRead = celValues(bindings, expression.references);
      expect(outcomeOf(() => expression.evaluate(bindings))).toBe(outcomeOf(() => program(asRead)));
      const isUnread = (asked: Reference) => bindings.valueOf(asked) === undefined;
      if (expression.asked.some(isUnread))
        expect(expression.couldHold(bindings, isUnread)).toBe(doubt(bindings, isUnread));
    }),
    { numRuns: times },
  );
}

function expressionsOf({ document }: ReturnType<typeof buildRule>): string[] {
  const { only, when, perSecond, escalate, evidence, advice, impact, explains } = document;
  const { explain, headline, measure, actions, probe } = document;
  const templates = [impact.text, explain, headline, measure, probe, ...actions];
  const inTexts = [
    ...templates,
    ...explains.map(({ because }) => because),
    ...advice.map((item) => item.memoryEffect),
  ]
    .flatMap((text) => splitTemplate(text ?? ''))
    .flatMap((part) => ('source' in part ? [part.source] : []));
  const whole = [
    ...[only, when, perSecond, ...(escalate ?? []).map((one) => one.when), impact.share],
    ...evidence.flatMap(({ value, threshold }) => [value, threshold]),
    ...advice.flatMap((item) => [item.if, item.propose, item.need, item.atMost, item.inForce]),
    ...explains.map((link) => link.when),
  ].flatMap((source) => source ?? []);
  return [...new Set([...whole, ...inTexts])];
}

const ofRules = readRules()
  .map((file) => buildRule(file))
  .map((built) => ({ environment: createEnvironment(built.types), sources: expressionsOf(built) }));

test('every expression of the rules comes to what the CEL library makes of it', () => {
  for (const { environment, sources } of ofRules)
    for (const source of sources) expectSame(environment, source, 12);
});

test('and none of them needs the library, where the values are of their types', () => {
  const others = ofRules.flatMap(({ environment, sources }) =>
    sources.filter((source) => {
      const { ast } = environment.cel.parse(prepareExpression(source).cel);
      return plainTree(ast, environment.types) === null;
    }),
  );
  expect(others).toEqual([]);
});

const typed = createEnvironment({
  'fact.x': 'double',
  'fact.y': 'double',
  'variable.text': 'string',
  'variable.flag': 'bool',
  'variable.any': 'dyn',
});

/** Well-typed expressions of any shape, those that are not plain too. */
const { bool: anyExpression } = fc.letrec<{ number: string; text: string; bool: string }>((tie) => {
  const [number, text, bool] = [tie('number'), tie('text'), tie('bool')];
  const joined = (operators: string[], of: fc.Arbitrary<string>) =>
    fc.tuple(of, fc.constantFrom(...operators), of).map((parts) => `(${parts.join(' ')})`);
  const called = (names: string[], ...of: fc.Arbitrary<string>[]) =>
    fc.tuple(fc.constantFrom(...names), ...of).map(([name, ...values]) => `${name}(${values.join(', ')})`);
  const chosen = (of: fc.Arbitrary<string>) =>
    fc.tuple(bool, of, of).map(([condition, a, b]) => `(${condition} ? ${a} : ${b})`);
  return {
    number: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom('0', '1', '0.5', 'KiB', 'GiB', 'fact.x', 'fact.y'),
      joined(['+', '-', '*', '/'], number),
      called(['min', 'max', 'roundUp'], number, number),
      called(['abs', 'round', 'ceil', 'floor', '-'], number),
      called(['v'], text),
      chosen(number),
    ),
    text: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom('"ON"', '"8.0.30"', "'a'", 'variable.text'),
      joined(['+'], text),
      called(['lower'], text),
      called(['text'], number, fc.constantFrom('"bytes"', '"none"', 'variable.text')),
      chosen(text),
    ),
    bool: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      fc.constantFrom('true', 'false', 'variable.flag', 'known(fact.x)', 'known(variable.any)'),
      joined(['<', '<=', '>', '>=', '==', '!='], number),
      joined(['<', '>=', '==', '!='], text),
      joined(['&&', '||', '==', '!='], bool),
      called(['!'], bool),
      fc
        .tuple(text, fc.constantFrom('contains', 'startsWith', 'endsWith'), text)
        .map(([on, method, part]) => `${on}.${method}(${part})`),
      fc
        .tuple(fc.constantFrom('variable.any'), fc.constantFrom('==', '!=', '>'), number)
        .map((parts) => `(${parts.join(' ')})`),
      text.map((one) => `(${one} in ["ON", variable.text])`),
      chosen(bool),
    ),
  };
});

test('any expression comes to what the CEL library makes of it, known or not, of its type or not', () => {
  fc.assert(
    fc.property(anyExpression, (source) => {
      expectSame(typed, source, 5);
    }),
    { numRuns: 300 },
  );
});
