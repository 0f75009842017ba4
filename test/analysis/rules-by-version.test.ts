import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileRules } from '../../src/analysis';
import { evaluateRule } from '../../src/analysis/rules/evaluate';
import { ExampleInputs } from '../../src/analysis/rules/example-inputs';
import { appliesTo } from '../../src/analysis/rules/server-range';
import { readRules } from './rule-files';

const files = readRules();
const rules = compileRules(files);
const newest = { flavour: 'mysql' as const, version: [9, 7, 4] as [number, number, number] };

/** Every text of a rule's file, examples left out. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (key === 'examples' ? [] : strings(item)));
}

test('a version is compared only where the flavour is known: 10.4 is older than 8.0 in another line of versions', () => {
  const wrong = rules.rules.flatMap((rule) => {
    const isOf = (flavour: 'mysql' | 'mariadb') =>
      rule.applies === undefined ||
      rule.applies.some(
        (range) => range.flavour === undefined || (range.flavour === 'mariadb') === (flavour === 'mariadb'),
      );
    if (!isOf('mysql') || !isOf('mariadb')) return [];
    const text = files.find(({ path }) => path === rule.path)?.text ?? '';
    const document: unknown = parse(text);
    return strings(document)
      .filter((one) => one.includes('server.version') && !one.includes('server.flavour'))
      .map((one) => `${rule.id}: ${one}`);
  });
  expect(wrong).toEqual([]);
});

test('no text asks a user of MySQL 9 to run a statement that 8.4 or an earlier version took away', () => {
  const gone =
    /\b(SHOW (SLAVE|MASTER) (STATUS|LOGS)|(START|STOP|RESET) SLAVE|CHANGE MASTER|RESET MASTER|FLUSH HOSTS|SHOW SLAVE HOSTS)\b/;
  const wrong = rules.rules.flatMap((rule) => {
    if (!appliesTo(rule.applies, newest)) return [];
    return rule.examples.flatMap((example) => {
      if (example.server.startsWith('mariadb')) return [];
      const outcome = evaluateRule(rule, new ExampleInputs({ ...example, server: 'mysql 9.7.4' }), rules);
      if (outcome.kind !== 'fired') return [];
      const { impact, explanation, refutedBy, actions, advice } = outcome.finding;
      const advised = advice.flatMap(({ stopWhen, risk, sideEffects }) => [stopWhen, risk, sideEffects]);
      return [impact.text, explanation, refutedBy, ...actions, ...advised]
        .filter((text) => gone.test(text) && !text.includes('before MySQL 8'))
        .map((text) => `${rule.id}: ${text}`);
    });
  });
  expect(wrong).toEqual([]);
});

test('no rule makes days of the seconds of a window', () => {
  const wrong = files.flatMap(({ path, text }) =>
    strings(parse(text)).flatMap((one) =>
      /(rate|per_second)\w*\s*\*\s*86400/.test(one) ? [`${path}: ${one}`] : [],
    ),
  );
  expect(wrong).toEqual([]);
});
