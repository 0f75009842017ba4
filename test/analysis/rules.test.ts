import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze, buildRule, checkExamples, compileRules, compileRulesWith } from '../../src/analysis';
import { factDefinitions } from '../../src/analysis/facts/catalog';
import { evaluateRule, type UnrankedFinding } from '../../src/analysis/rules/evaluate';
import { ExampleInputs } from '../../src/analysis/rules/example-inputs';
import { explainRule } from '../../src/analysis/rules/explain';
import type { RuleExample } from '../../src/analysis/rules/rule-schema';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { probeIds } from '../../src/shared/probe';
import { readRules } from './rule-files';

const files = readRules();
const set = compileRules(files);

/** Facts that no rule reads but the headline or other facts do. */
const factsForOthers = new Set(['idle', 'window_seconds', 'sessions_network_share']);

test('every example of every rule turns out as its file says', () => {
  expect(checkExamples(set)).toEqual([]);
});

test('an example that does not turn out is reported with its line', () => {
  const [file] = files.filter(({ path }) => path.endsWith('/mdl-map-mutex.yaml'));
  if (file === undefined) throw new Error('no such rule');
  const text = file.text.replace('fact.mdl_map_share: 0.01', 'fact.mdl_map_share: 0.5');
  const line = 1 + text.split('\n').findIndex((one) => one.includes('name: hardly a wait'));
  const others = files.filter(({ path }) => path !== file.path);
  expect(checkExamples(compileRules([...others, { path: file.path, text }]))).toMatchObject([
    { path: `${file.path}:${line}`, example: 'hardly a wait' },
  ]);
});

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test('what the build keeps of the rules judges as they do: every example, every sample', async () => {
  const kept = files.map((file) => ({ ...file, built: asJson(buildRule(file)) }));
  const built = compileRulesWith(kept, []);
  expect(built.summaries).toEqual(set.summaries);
  expect(checkExamples(built)).toEqual([]);
  for (const path of globSync('samples/*.lks')) {
    const snapshot = await readSnapshot(path);
    expect(analyze(snapshot, built, { path })).toEqual(analyze(snapshot, set, { path }));
  }
});

test('a rule is explained with every input as the judgement had it, the counted seconds too', async () => {
  const rule = set.rules.find(({ id }) => id === 'redo-log-too-small');
  const file = files.find(({ path }) => path.endsWith('/redo-log-too-small.yaml'));
  if (rule === undefined || file === undefined) throw new Error('no such rule');
  const snapshot = await readSnapshot('samples/mysql-9.7-starved-redo.lks');
  const explained = explainRule(rule, file, set, snapshot).onSnapshot;
  expect(explained?.outcome).toBe('fired');
  const value = (name: string) => explained?.inputs.find((input) => input.name === name)?.value;
  expect(Number(value('seconds.fired'))).toBeGreaterThan(0);
  expect(Number(value('seconds.seen'))).toBeGreaterThanOrEqual(Number(value('seconds.fired')));
  for (const { name, what } of explained?.inputs ?? []) expect(what, name).not.toBe('');
});

test('what was not read is no number in the evidence', () => {
  const dressed = set.rules.flatMap(({ id, evidence }) =>
    evidence
      .filter(({ value }) => /known\(.*:\s*[\d.]+\s*$/.test(value.source))
      .map(({ label }) => `${id}: ${label}`),
  );
  expect(dressed).toEqual([]);
});

test('a rule lies in the folder of its area, under its id', () => {
  for (const { id, area, path } of set.summaries) expect(path).toBe(`rules/${area}/${id}.yaml`);
});

test('every fact is read by a rule, by another fact or by the headline', () => {
  const read = new Set(set.rules.flatMap(({ inputs }) => inputs.map(({ name }) => name)));
  for (const { needs } of factDefinitions) for (const need of needs) read.add(need.replace(/^fact\./, ''));
  const unusedFacts = factDefinitions.filter(({ id }) => !read.has(id) && !factsForOthers.has(id));
  expect(unusedFacts.map(({ id }) => id)).toEqual([]);
});

test('no rule speaks of a peer, of a source without its name, or of a total since the start', () => {
  for (const rule of set.rules) {
    expect(rule.sources.length, rule.id).toBeGreaterThan(0);
    expect(rule.refutedBy.length, rule.id).toBeGreaterThan(20);
    for (const { namespace, name } of rule.inputs) {
      if (namespace === 'rate') expect(name, rule.id).not.toMatch(/^Uptime/);
    }
  }
});

test('advice has a stop condition and a risk, and never proposes less durability', () => {
  const unsafe: Record<string, (to: unknown) => boolean> = {
    innodb_flush_log_at_trx_commit: (to) => to !== 1,
    sync_binlog: (to) => to !== 1,
    innodb_doublewrite: (to) => to === false || to === 'OFF',
    innodb_checksums: (to) => to === false,
    innodb_checksum_algorithm: (to) => String(to).endsWith('none'),
    innodb_support_xa: (to) => to === false,
  };
  for (const finding of everyFinding()) {
    for (const advice of finding.advice) {
      expect(advice.stopWhen.length, finding.ruleId).toBeGreaterThan(5);
      expect(advice.risk.length, finding.ruleId).toBeGreaterThan(3);
      expect(unsafe[advice.variable]?.(advice.proposed) ?? false, finding.ruleId).toBe(false);
      // D2: a value that is in force already is no advice.
      expect(advice.proposed, finding.ruleId).not.toEqual(advice.current);
    }
  }
});

test('texts are complete: no value in a headline, an impact or an explanation is unknown', () => {
  for (const rule of set.rules) {
    for (const example of rule.examples) {
      const outcome = evaluateRule(rule, new ExampleInputs(example), set);
      if (outcome.kind !== 'fired') continue;
      const { finding, headline } = outcome;
      for (const text of [headline ?? '', finding.impact.text, finding.explanation, ...finding.actions]) {
        expect(text.replace('wait unknown', ''), `${rule.id}: ${example.name}`).not.toMatch(
          /\bunknown\b|undefined|NaN|Infinity|\{\{/,
        );
      }
    }
  }
});

test('texts read well: no unit twice, no one of many, no empty bound, no probe that is not there', () => {
  const probes = new Set<string>(probeIds);
  for (const { rule, example, finding, headline } of fired()) {
    const at = `${rule.id}: ${example.name}`;
    const { impact, explanation, refutedBy, actions, advice, evidence } = finding;
    const advised = advice.flatMap(({ stopWhen, risk, sideEffects }) => [stopWhen, risk, sideEffects]);
    const reasons = evidence.map(({ thresholdSource }) => thresholdSource);
    const all = [headline ?? '', impact.text, explanation, refutedBy, ...actions, ...advised, ...reasons];
    const wrong = [
      /(%|\bms|\bs|\bus|MiB|GiB|KiB|\/s) \1(?![a-z])/,
      /\d\/s [^,.;:]*\ba second\b/,
      /(^|\s)1 (sessions|threads|attempts|statements|tables|connections|CPUs) /,
      /\bD\d{1,2}\b|\[peers\]/,
      /\n(?!\n|- )/,
    ];
    for (const text of all) {
      expect.soft(wrong.some((pattern) => pattern.test(text)) ? `${at}: ${text}` : '').toBe('');
      for (const [, id = ''] of text.matchAll(/\bprobe:? ([a-z]+(?:-[a-z]+)+)/g))
        expect(probes, at).toContain(id);
    }
    for (const { threshold, label } of evidence) expect(threshold, `${at}: ${label}`).not.toBe('');
    for (const source of finding.sources) expect(source, at).not.toMatch(/\[peers\]|\bD\d{1,2}\b/);
  }
});

function fired() {
  return set.rules.flatMap((rule) =>
    rule.examples.flatMap((example) => {
      const outcome = evaluateRule(rule, new ExampleInputs(example), set);
      return outcome.kind === 'fired' ? [{ rule, example, ...outcome }] : [];
    }),
  );
}

test('no two rules pull one variable in two directions on any example, alone or joined with another', () => {
  const firing = contested.flatMap((rule) =>
    rule.examples
      .filter(({ expect: wanted }) => wanted === 'fires')
      .map((example) => ({ example, advises: rule.advice.map(({ variable }) => variable) })),
  );
  const opposed: string[] = [];
  for (const [index, first] of firing.entries()) {
    for (const second of firing.slice(index)) {
      // Two findings can only be opposed where their rules speak of the same variable.
      if (!first.advises.some((variable) => second.advises.includes(variable))) continue;
      const joined = join(first.example, second.example);
      if (joined !== null) opposed.push(...opposedOn(joined));
    }
  }
  expect([...new Set(opposed)]).toEqual([]);
});

/** Rules that advise on a variable on which another rule advises too: only these can be opposed to each other. */
const contested = set.rules.filter((rule) =>
  rule.advice.some(({ variable }) =>
    set.rules.some((other) => other !== rule && other.advice.some((advice) => advice.variable === variable)),
  ),
);

/** Both examples at once, where they are of one server and do not contradict each other. */
function join(first: RuleExample, second: RuleExample): RuleExample | null {
  if (first.server !== second.server) return null;
  const contradict = Object.entries(first.given).some(
    ([name, value]) => second.given[name] !== undefined && second.given[name] !== value,
  );
  return contradict
    ? null
    : { ...first, name: `${first.name} + ${second.name}`, given: { ...first.given, ...second.given } };
}

function opposedOn(example: RuleExample): string[] {
  const inputs = new ExampleInputs(example);
  const directions = new Map<string, string>();
  const found: string[] = [];
  for (const rule of contested) {
    const outcome = evaluateRule(rule, inputs, set);
    if (outcome.kind !== 'fired') continue;
    for (const { variable, current, proposed } of outcome.finding.advice) {
      const numeric = typeof current === 'number' && typeof proposed === 'number';
      const direction = numeric ? (proposed > current ? 'up' : 'down') : String(proposed);
      const other = directions.get(variable) ?? direction;
      if (other !== direction) found.push(`${variable} by ${rule.id} on "${example.name}"`);
      directions.set(variable, direction);
    }
  }
  return found;
}

function everyFinding(): UnrankedFinding[] {
  return set.rules.flatMap((rule) =>
    rule.examples.flatMap((example) => {
      const outcome = evaluateRule(rule, new ExampleInputs(example), set);
      return outcome.kind === 'fired' ? [outcome.finding] : [];
    }),
  );
}

test('no advice multiplies the present value: a need is measured', () => {
  const factor = /\b\d[\d.]*\s*\*\s*variable\.(\w+)|variable\.(\w+)\s*\*\s*\d/g;
  const found = set.rules.flatMap(({ id, advice }) =>
    advice.flatMap(({ variable, propose }) =>
      [...propose.source.matchAll(factor)]
        .filter(([, before, after]) => (before ?? after) === variable)
        .map(([text]) => `${id}: ${text}`),
    ),
  );
  expect(found).toEqual([]);
});
