import { evaluateRule } from './evaluate';
import { ExampleInputs } from './example-inputs';
import type { RuleExample } from './rule-schema';
import type { Rule, RuleSet } from './rule-set';

/** One example that did not turn out as its file says. */
export interface ExampleFailure {
  ruleId: string;
  /** `file:line` of the example. */
  path: string;
  example: string;
  problem: string;
}

/** Runs the examples of all rules; [] when every one holds. `latchkey rules check` and the tests call it. */
export function checkExamples(rules: RuleSet): ExampleFailure[] {
  return rules.rules.flatMap((rule) =>
    rule.examples.flatMap((example, index) => {
      const problem = exampleProblem(rule, example, rules);
      if (problem === null) return [];
      return [{ ruleId: rule.id, path: rule.exampleAt(index), example: example.name, problem }];
    }),
  );
}

const expectations = {
  fires: 'fired',
  silent: 'passed',
  'not-applicable': 'not-applicable',
  'not-checked': 'not-checked',
} as const;

function exampleProblem(rule: Rule, example: RuleExample, rules: RuleSet): string | null {
  const inputs = new ExampleInputs(example);
  const outcome = evaluateRule(rule, inputs, rules);
  const wanted = expectations[example.expect];
  if (outcome.kind !== wanted) {
    const reasons =
      outcome.kind === 'not-checked' ? ` (${outcome.reasons.map(({ text }) => text).join(' ')})` : '';
    return `is ${outcome.kind}${reasons}, not ${wanted}`;
  }
  if (outcome.kind !== 'fired' || example.advice === undefined) return null;
  const proposed = Object.fromEntries(outcome.finding.advice.map((item) => [item.variable, item.proposed]));
  const expected = JSON.stringify(sorted(example.advice));
  const found = JSON.stringify(sorted(proposed));
  return expected === found ? null : `proposes ${found}, not ${expected}`;
}

function sorted(values: Record<string, unknown>): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}
