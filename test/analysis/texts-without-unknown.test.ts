import { expect, test } from 'vitest';
import { evaluateRule } from '../../src/analysis/rules/evaluate';
import { ExampleInputs } from '../../src/analysis/rules/example-inputs';
import type { RuleExample } from '../../src/analysis/rules/rule-schema';
import { productRules } from './rule-files';

const rules = productRules();

/** The example as it is, and without each of its inputs in turn. */
function partsOf(example: RuleExample): RuleExample[] {
  const given = Object.entries(example.given);
  const without = given.map((left) => ({
    ...example,
    name: `${example.name}, without ${left[0]}`,
    given: Object.fromEntries(given.filter((one) => one !== left)),
  }));
  return [example, ...without];
}

test('a finding says nothing of what it does not know: no "unknown" stands where a number should', () => {
  let fired = 0;
  const unknown = rules.rules.flatMap((rule) =>
    rule.examples.flatMap(partsOf).flatMap((example) => {
      const outcome = evaluateRule(rule, new ExampleInputs(example), rules);
      if (outcome.kind !== 'fired') return [];
      fired += 1;
      const { headline, finding } = outcome;
      const texts = { headline, impact: finding.impact.text, explanation: finding.explanation };
      return Object.entries(texts).flatMap(([name, text]) =>
        // "wait unknown" is a class of waits.
        text !== null && /(?<!wait )\bunknown\b/.test(text)
          ? [`${rule.id}, ${example.name}: ${name}: ${text}`]
          : [],
      );
    }),
  );
  expect(fired).toBeGreaterThan(rules.rules.length);
  expect(unknown).toEqual([]);
});
