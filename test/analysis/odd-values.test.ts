import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { evaluateRule } from '../../src/analysis/rules/evaluate';
import { analysisSchema } from '../../src/shared/analysis';
import { productRules } from './rule-files';
import { type Build, buildSnapshot } from './snapshot-builder';

// One value that is not what its variable holds makes that variable unknown; everything else is judged as before.

const rules = productRules();
const judge = (build: Build) => analyze(buildSnapshot(build), rules, { path: null });

test.each([
  ['sync_binlog', ''],
  ['sync_binlog', ' '],
  ['sync_binlog', '-9e999'],
  ['innodb_buffer_pool_size', 'large'],
  ['innodb_max_dirty_pages_pct', 'NaN'],
  ['performance_schema', 'perhaps'],
])('%s = "%s" is unknown, and the analysis goes on', (name, value) => {
  const build = { variables: { log_bin: 'ON', innodb_flush_log_at_trx_commit: 2, [name]: value } };
  const reading = new Observed(buildSnapshot(build)).variable(name);
  expect(reading).toMatchObject({ known: false, reason: { code: 'error' } });
  const analysis = analysisSchema.parse(judge(build));
  expect(analysis.findings.length + analysis.passed.length + analysis.notChecked.length).toBeGreaterThan(30);
});

test('the rule that needs the value is not checked, with the reason', () => {
  const { notChecked } = judge({
    variables: { log_bin: 'ON', innodb_flush_log_at_trx_commit: 1, sync_binlog: '' },
  });
  const reasons = notChecked.flatMap((each) => each.reasons).filter(({ input }) => /sync_binlog/.test(input));
  expect(reasons).toContainEqual({
    input: 'variable.sync_binlog',
    code: 'error',
    text: 'sync_binlog is not a number here that a server could hold: "".',
  });
});

test('a status value that is not a number is unknown', () => {
  const observed = new Observed(buildSnapshot({ status: { Threads_connected: 'n/a', Rpl_status: 'x' } }));
  expect(observed.status('Threads_connected')).toMatchObject({ known: false, reason: { code: 'error' } });
});

test('an expression that fails leaves its own rule not checked', () => {
  const [rule] = rules.rules;
  if (rule === undefined) throw new Error('no rules');
  const failing = {
    ...rule,
    only: null,
    perSecond: null,
    inputs: [],
    when: {
      source: 'broken',
      tree: null,
      references: [],
      steps: 1,
      asked: [],
      couldHold: () => false,
      clauses: () => [],
      evaluate: () => {
        throw new Error('no such overload\n| 1');
      },
    },
  };
  const source = {
    server: {
      flavour: 'mysql' as const,
      version: [8, 0, 40] as [number, number, number],
      hosting: 'self' as const,
    },
    origin: 'live' as const,
    intervals: [],
    windowSeconds: null,
    read: () => ({ known: true as const, value: 1 }),
    inIntervals: () => null,
    size: () => null,
    defaultOf: () => null,
    store: () => undefined,
    range: () => null,
    unitOf: () => undefined,
  };
  expect(evaluateRule(failing, source, rules)).toMatchObject({
    kind: 'not-checked',
    reasons: [{ code: 'error', text: 'The rule could not be evaluated: no such overload' }],
  });
});

test('no printed values of any kind end the analysis', () => {
  const names = ['sync_binlog', 'max_connections', 'innodb_buffer_pool_size', 'log_bin', 'thread_handling'];
  const texts = fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('-9e999', '', '0x', '1e400'));
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...names, ...allVariables()), texts, { maxKeys: 60 }),
      fc.dictionary(
        fc.constantFrom('Threads_connected', 'Open_files', 'Innodb_lsn_current', 'Uptime'),
        texts,
      ),
      (variables, status) => {
        analysisSchema.parse(judge({ variables, status }));
      },
    ),
    { numRuns: 60, examples: [[{}, { Threads_connected: '1.0972248137587377e+304' }]] },
  );
}, 30_000);

function allVariables(): string[] {
  return rules.rules.flatMap(({ inputs }) =>
    inputs.filter(({ namespace }) => namespace === 'variable').map(({ name }) => name),
  );
}
