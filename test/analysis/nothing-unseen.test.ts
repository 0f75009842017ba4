import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { evaluateRule } from '../../src/analysis/rules/evaluate';
import { ExampleInputs } from '../../src/analysis/rules/example-inputs';
import { referenceText } from '../../src/analysis/rules/reference';
import type { Rule } from '../../src/analysis/rules/rule-set';
import { referenceServers } from '../../src/analysis/rules/server-range';
import { SnapshotInputs } from '../../src/analysis/rules/snapshot-inputs';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import type { Capture, Section, Snapshot } from '../../src/shared/snapshot';
import { productRules } from './rule-files';
import { buildSnapshot } from './snapshot-builder';

const set = productRules();

/** Rules whose conditions are about the server itself, which every snapshot knows. */
const ofServerOnly = (rule: Rule) => rule.needs.length === 0 && rule.only === null;

test('an empty snapshot of any server passes nothing and finds nothing', () => {
  for (const server of referenceServers) {
    const empty = buildSnapshot({ server });
    for (const snapshot of [empty, { ...empty, sections: {} }]) {
      const blank = {
        ...snapshot,
        server: { ...snapshot.server, performanceSchema: null, uptimeSeconds: null },
      };
      const { passed, findings } = analyze(blank, set, { path: null });
      const text = `${server.flavour} ${server.version.join('.')}`;
      expect(
        passed.map(({ ruleId }) => ruleId),
        text,
      ).toEqual([]);
      expect(
        findings.map(({ ruleId }) => ruleId),
        text,
      ).toEqual([]);
    }
  }
});

test('an example that fires never passes once one of its inputs is not known', () => {
  const wrong: string[] = [];
  for (const rule of set.rules) {
    const deciding = [rule.only, rule.when].flatMap((condition) => condition?.references ?? []);
    for (const example of rule.examples.filter(({ expect: wanted }) => wanted === 'fires')) {
      for (const name of new Set(deciding.map(referenceText))) {
        if (!Object.hasOwn(example.given, name)) continue;
        const { [name]: _, ...given } = example.given;
        const { kind } = evaluateRule(rule, new ExampleInputs({ ...example, given }), set);
        if (kind === 'passed' || kind === 'not-applicable') wrong.push(`${rule.id}: ${kind} without ${name}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('an example that fires never passes once one of its inputs cannot be read as a number', () => {
  const wrong: string[] = [];
  for (const rule of set.rules) {
    const deciding = [rule.only, rule.when].flatMap((condition) => condition?.references ?? []);
    for (const example of rule.examples.filter(({ expect: wanted }) => wanted === 'fires')) {
      for (const name of new Set(deciding.map(referenceText))) {
        if (typeof example.given[name] !== 'number') continue;
        for (const unreadable of ['?', '', 'NaN', 'abc']) {
          const given = { ...example.given, [name]: unreadable };
          const { kind } = evaluateRule(rule, new ExampleInputs({ ...example, given }), set);
          if (kind === 'passed' || kind === 'not-applicable')
            wrong.push(`${rule.id}: ${kind} with ${name} = "${unreadable}"`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('nothing that is known of a rule makes it pass while all of its inputs are unknown', () => {
  const passed = set.rules.filter((rule) => {
    const [example] = rule.examples;
    if (example === undefined || ofServerOnly(rule)) return false;
    return evaluateRule(rule, new ExampleInputs({ ...example, given: {} }), set).kind === 'passed';
  });
  expect(passed.map(({ id }) => id)).toEqual([]);
});

const samples = readdirSync('samples').filter((name) => name.endsWith('.lks'));

test.each(samples)(
  '%s: a rule that fires never passes once a variable, counter, section or host fact is taken away',
  async (name) => {
    const snapshot = await readSnapshot(`samples/${name}`);
    const wrong: string[] = [];
    let taken = 0;
    for (const rule of set.rules) {
      if (outcomeOf(rule, snapshot) !== 'fired') continue;
      const needs = new Set<string>();
      for (const reference of [...(rule.only?.references ?? []), ...rule.when.references]) {
        addNeeds(referenceText(reference), needs);
      }
      const part = partOf(snapshot, needs, null);
      if (outcomeOf(rule, part) !== 'fired') continue;
      for (const need of needs) {
        const kind = outcomeOf(rule, partOf(snapshot, needs, need));
        taken += 1;
        if (kind === 'passed' || kind === 'not-applicable') wrong.push(`${rule.id}: ${kind} without ${need}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(taken).toBeGreaterThan(0);
  },
);

function outcomeOf(rule: Rule, snapshot: Snapshot): string {
  const observed = new Observed(snapshot, set.lookUp);
  return evaluateRule(rule, new SnapshotInputs(observed, new FactSet(observed, set.facts)), set).kind;
}

/** What an input is read from in the end, through every fact on the way. */
function addNeeds(need: string, needs: Set<string>): void {
  const [namespace = '', input = ''] = need.split('.', 2);
  if (namespace === 'fact') {
    const { needs: deeper = [] } = set.facts.get(input) ?? {};
    for (const next of deeper) addNeeds(next, needs);
  } else if (namespace === 'rate') {
    needs.add(need.replace(/^rate/, 'status'));
  } else if (namespace !== 'seconds' && namespace !== 'server' && namespace !== 'snapshot') {
    needs.add(need);
  }
}

/** The snapshot with those inputs alone and without one of them, as files of another tool may hold it. */
function partOf(snapshot: Snapshot, needs: ReadonlySet<string>, without: string | null): Snapshot {
  const isKept = (kind: string, one: string) =>
    [...needs].some((need) => need !== without && need.toLowerCase() === `${kind}.${one}`.toLowerCase());
  const rowsOf = (capture: Capture | undefined, kind: string) =>
    capture?.table === undefined
      ? capture
      : {
          ...capture,
          table: { ...capture.table, rows: capture.table.rows.filter(([one]) => isKept(kind, String(one))) },
        };
  const sections = Object.entries(snapshot.sections).flatMap(([id, section]): [string, Section][] => {
    const kind = id === 'variables' ? 'variable' : id === 'status' ? 'status' : null;
    if (kind === null) return without === `section.${id}` ? [] : [[id, section]];
    if (without === `section.${id}`) return [];
    const { start, end } = section.data ?? {};
    const data = { start: rowsOf(start, kind), end: rowsOf(end, kind) };
    return [
      [
        id,
        {
          ...section,
          data: { ...(data.start && { start: data.start }), ...(data.end && { end: data.end }) },
        },
      ],
    ];
  });
  const series = Object.entries(snapshot.samples?.series ?? {}).filter(
    ([one]) =>
      isKept('status', one) ||
      (one.startsWith('sessions.') && without !== 'samples.sessions') ||
      (one.startsWith('host.') && without !== 'samples.host'),
  );
  const hidden = without?.startsWith('host.') ? without.slice('host.'.length) : '';
  const host = Object.fromEntries(Object.entries(snapshot.host).filter(([one]) => one !== hidden));
  return {
    ...snapshot,
    origin: { ...snapshot.origin, kind: 'import' },
    host: { ...snapshot.host, ...host },
    sections: Object.fromEntries(sections),
    samples: snapshot.samples === null ? null : { ...snapshot.samples, series: Object.fromEntries(series) },
  };
}
