import { expect, test } from 'vitest';
import { compileRules } from '../../src/analysis';
import { evaluateRule } from '../../src/analysis/rules/evaluate';
import { ExampleInputs } from '../../src/analysis/rules/example-inputs';
import { appliesTo } from '../../src/analysis/rules/server-range';
import { ownDefault } from '../../src/analysis/settings/own-default';
import { type ServerKind, variableFacts } from '../../src/knowledge/catalog/variable-catalog';
import { referenceServers } from '../../src/knowledge/catalog/versions/reference-servers';
import type { Advice } from '../../src/shared/analysis';
import { readRules } from './rule-files';

// Every proposal of every rule, on every generation of servers that the rule applies to.

const servers: readonly ServerKind[] = [
  ...referenceServers,
  { flavour: 'mysql', version: [8, 0, 11] },
  { flavour: 'mysql', version: [8, 0, 20] },
  { flavour: 'mysql', version: [9, 1, 0] },
  { flavour: 'mariadb', version: [10, 2, 44] },
  { flavour: 'mariadb', version: [10, 3, 39] },
  { flavour: 'mariadb', version: [10, 5, 25] },
  { flavour: 'mariadb', version: [11, 8, 2] },
];

/** Proposals below what the version ships, on purpose. */
const onPurpose: Readonly<Record<string, string>> = {
  'binary-log-never-expires binlog_expire_logs_seconds': '0 keeps logs for ever: any time is less.',
  'io-capacity-low innodb_io_capacity': 'The volume carries no more than it was bought with.',
  'io-capacity-low innodb_io_capacity_max': 'The volume carries no more than it was bought with.',
  'aborted-connections wait_timeout':
    'Below five minutes idle clients are disconnected; an hour is enough for what pools keep.',
  'lost-connections-quoted wait_timeout': 'An hour outlives what pools keep; eight keep what leaks.',
  'idle-connections-ended wait_timeout': 'An hour outlives what pools keep; eight keep what leaks.',
  'slow-log-flood long_query_time': '0 records everything: a log of statements above 1 s is the usual one.',
  'session-memory-limited max_session_mem_used':
    'The default has no bound, and is larger than a number holds exactly: 1 GiB keeps a bound that was wanted.',
  'transaction-cache-full max_binlog_cache_size':
    'The default has no bound; the manual recommends 4 GB at most.',
};

interface Proposal {
  rule: string;
  server: ServerKind;
  advice: Advice;
  given: Readonly<Record<string, unknown>>;
}

const rules = compileRules(readRules());
const proposals: Proposal[] = rules.rules.flatMap((rule) =>
  rule.examples
    .filter((example) => example.expect === 'fires')
    .flatMap((example) =>
      servers
        .filter((server) => appliesTo(rule.applies, { ...server, hosting: 'self' }))
        .flatMap((server) => {
          const id = `${server.flavour} ${server.version.join('.')}`;
          const outcome = evaluateRule(rule, new ExampleInputs({ ...example, server: id }), rules);
          const advice = outcome.kind === 'fired' ? outcome.finding.advice : [];
          return advice.map((one) => ({ rule: rule.id, server, advice: one, given: example.given }));
        }),
    ),
);

function wrong(problem: (proposal: Proposal) => string | null): string[] {
  const found = proposals.flatMap((proposal) => {
    const text = problem(proposal);
    const { rule, server, advice } = proposal;
    return text === null
      ? []
      : [`${rule} ${advice.variable}: ${text} on ${server.flavour} ${server.version.join('.')}`];
  });
  return [...new Set(found)];
}

test('are of a variable that the version has, and without a restart only where SET takes it', () => {
  expect(proposals.length).toBeGreaterThan(1500);
  expect(
    wrong(({ server, advice }) => {
      const facts = variableFacts(advice.variable, server);
      if (facts === undefined) return 'no such variable';
      if (facts.ignored === true) return 'has no effect';
      return advice.dynamic && !facts.dynamic ? 'is set at start only' : null;
    }),
  ).toEqual([]);
});

test('are values that the version takes', () => {
  expect(
    wrong(({ server, advice: { variable, proposed } }) => {
      const { min = null, max = null, values, aliases } = variableFacts(variable, server) ?? {};
      if (typeof proposed === 'number') {
        const fits = (min === null || proposed >= min) && (max === null || proposed <= max);
        return fits ? null : `${proposed} is out of range`;
      }
      if (typeof proposed !== 'string' || values === undefined) return null;
      const names = [...values, ...Object.keys(aliases ?? {})].map((name) => name.toLowerCase());
      return names.includes(proposed.toLowerCase()) ? null : `${proposed} is none of its values`;
    }),
  ).toEqual([]);
});

test('are never below the default of the version where the present value is', () => {
  const below = wrong(({ rule, server, given, advice: { variable, current, proposed } }) => {
    if (typeof current !== 'number' || typeof proposed !== 'number' || proposed <= current) return null;
    const byDefault = ownDefault(
      {
        server,
        valueOf: (name) => given[`variable.${name}`] as number | undefined,
        reported: () => ({}),
        isGiven: () => undefined,
        range: () => null,
        facts: (name) => variableFacts(name, server),
        cpus: undefined,
      },
      variable,
    );
    const isBelow = byDefault !== null && current < byDefault && proposed < byDefault;
    return isBelow && onPurpose[`${rule} ${variable}`] === undefined
      ? `${proposed} is less than the default of ${byDefault}`
      : null;
  });
  expect(below).toEqual([]);
});
