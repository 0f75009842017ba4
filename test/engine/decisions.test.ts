import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noChoices } from '../../src/shared/plan';
import { rpcContract } from '../../src/shared/rpc';
import { testEngine } from './test-engine.ts';

// Every engine compiles all rules, which takes seconds where other tests run beside it.
vi.setConfig({ testTimeout: 60_000 });

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-decisions-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const make = () => testEngine(home);
const job = { signal: new AbortController().signal, report: () => {} };
const sample = 'samples/mysql-9.7-starved-redo.lks';

test('a lock made by one process holds in every plan of another, until it is removed', async () => {
  const [app, cli] = [make(), make()];
  await cli.call('plan.locks.add', { variable: 'Innodb-Redo-Log-Capacity', reason: 'audit' });
  const { id } = await app.call('snapshot.open', { path: sample }, job);
  const planned = async () =>
    (await app.call('plan.get', { id, choices: noChoices }, job)).changes.map(({ variable }) => variable);
  expect(await planned()).not.toContain('innodb_redo_log_capacity');
  const analysis = await app.call('analysis.get', { id }, job);
  expect(analysis.plan.locked).toEqual(['innodb_redo_log_capacity']);
  const listed = rpcContract['plan.locks.list'].output.parse(await app.call('plan.locks.list', {}, job));
  expect(listed.locks).toMatchObject([{ variable: 'innodb_redo_log_capacity', reason: 'audit' }]);

  expect(await app.call('plan.locks.remove', { variable: 'innodb_redo_log_capacity' }, job)).toEqual({
    removed: true,
  });
  expect(await planned()).toContain('innodb_redo_log_capacity');
  expect(await cli.call('plan.locks.remove', { variable: 'innodb_redo_log_capacity' })).toEqual({
    removed: false,
  });
  await app.close();
});

test('a muted finding leaves headline, findings and plan, and is reported with its reason', async () => {
  const engine = make();
  const { id } = await engine.call('snapshot.open', { path: sample }, job);
  const before = await engine.call('analysis.get', { id }, job);
  const ruleId = before.headline.ruleId ?? '';
  await engine.call('findings.mute.add', { ruleId, reason: 'known, under repair' }, job);
  const after = await engine.call('analysis.get', { id }, job);
  expect(after.findings.map((finding) => finding.ruleId)).not.toContain(ruleId);
  expect(after.headline.ruleId).not.toBe(ruleId);
  expect(after.plan.changes.flatMap(({ why }) => why)).not.toContain(ruleId);
  expect(after.muted).toMatchObject([
    { ruleId, reason: 'known, under repair', severity: expect.any(String) },
  ]);
  expect((await engine.call('findings.mute.list', {}, job)).mutes).toHaveLength(1);
  await engine.call('findings.mute.remove', { ruleId }, job);
  expect(await engine.call('analysis.get', { id }, job)).toEqual(before);
  await engine.close();
});

test('a mute of no rule, without a reason, or of a name that leads elsewhere is refused', async () => {
  const engine = make();
  const mute = (ruleId: string, reason: string) => engine.call('findings.mute.add', { ruleId, reason });
  const lock = (variable: string) => engine.call('plan.locks.add', { variable });
  await expect(mute('no-such-rule', 'x')).rejects.toMatchObject({ code: 'not-found' });
  await expect(mute('redo-log-too-small', ' ')).rejects.toMatchObject({ code: 'usage' });
  await expect(lock('../../etc/passwd')).rejects.toMatchObject({ code: 'usage' });
  await expect(lock('nosuchvariable')).resolves.toMatchObject({ known: false });
  expect(readdirSync(home)).toEqual(['locks']);
});

test('a damaged lock still locks, a damaged mute mutes nothing, and both are reported', async () => {
  mkdirSync(join(home, 'locks'));
  mkdirSync(join(home, 'mutes'));
  writeFileSync(join(home, 'locks', 'sync_binlog.json'), '{');
  writeFileSync(join(home, 'mutes', 'redo-log-too-small.json'), '[]');
  const engine = make();
  const { locks, damaged } = await engine.call('plan.locks.list', {});
  const { mutes } = await engine.call('findings.mute.list', {});
  expect(locks).toMatchObject([{ variable: 'sync_binlog' }]);
  expect(mutes).toEqual([]);
  expect(damaged).toHaveLength(2);
});

const valid = `id: my-own-rule
title: Statements are slow
area: queries
severity: notice
basis: measured
when: rate.Slow_queries > 1
impact: { text: 'Slow statements: {{ rate.Slow_queries }}.' }
evidence:
  - { label: Slow statements, value: rate.Slow_queries, threshold: 1, thresholdSource: ours }
explain: They are slow.
refutedBy: A long_query_time that is too short to mean anything.
sources: [ours]
examples:
  - { name: slow, server: mysql 8.4.8, given: { rate.Slow_queries: 5 }, expect: fires, because: it is above 1 }
  - { name: fine, server: mysql 8.4.8, given: { rate.Slow_queries: 0 }, expect: silent, because: it is 0 }
`;

test("the user's own rules run from the configuration folder, and a faulty one stops no other", async () => {
  mkdirSync(join(home, 'rules'));
  writeFileSync(join(home, 'rules', 'good.yaml'), valid);
  writeFileSync(
    join(home, 'rules', 'bad.yaml'),
    valid.replace('my-own-rule', 'bad-rule').replace('Slow_queries >', 'Slow_querys >'),
  );
  writeFileSync(join(home, 'rules', 'twice.yaml'), valid);
  const engine = make();
  const { id } = await engine.call('snapshot.read', { path: sample });
  const analysis = await engine.call('analysis.get', { id });
  const judged = [...analysis.passed, ...analysis.findings, ...analysis.notChecked].map(
    ({ ruleId }) => ruleId,
  );
  expect(judged).toContain('my-own-rule');
  expect(judged).toContain('redo-log-too-small');
  expect(analysis.faultyRules).toEqual([
    {
      path: join(home, 'rules', 'bad.yaml'),
      message: expect.stringMatching(/bad\.yaml:6: when: there is no status variable Slow_querys/),
    },
    {
      path: join(home, 'rules', 'twice.yaml'),
      message: expect.stringMatching(/twice\.yaml:1: .*good\.yaml already has a rule my-own-rule/),
    },
  ]);
  const check = await engine.call('rules.check', {}, job);
  expect(check.faults).toEqual(analysis.faultyRules);
  // A file that was fixed is read again.
  rmSync(join(home, 'rules', 'bad.yaml'));
  expect((await engine.call('rules.check', {}, job)).faults).toHaveLength(1);
  expect(await engine.call('rules.list', {}, job)).toMatchObject({ ownFolder: join(home, 'rules') });
});

test('a rule is reported with the values of a snapshot: which condition holds and which does not', async () => {
  const engine = make();
  const { id } = await engine.call('snapshot.open', { path: sample }, job);
  const fired = await engine.call('rules.explain', { ruleId: 'redo-log-too-small', snapshotId: id }, job);
  expect(rpcContract['rules.explain'].output.parse(fired)).toEqual(fired);
  expect(fired.onSnapshot).toMatchObject({
    outcome: 'fired',
    because: expect.stringMatching(/^Every condition holds/),
  });
  expect(fired.onSnapshot?.conditions.every(({ holds }) => holds === true)).toBe(true);
  const silent = await engine.call(
    'rules.explain',
    { ruleId: 'thread-cache-too-small', snapshotId: id },
    job,
  );
  expect(silent.onSnapshot?.outcome).toBe('passed');
  expect(silent.onSnapshot?.because).toMatch(/^This does not hold: .*fact\.threads_created_rate/);
  expect(silent.onSnapshot?.inputs.find(({ name }) => name === 'fact.threads_created_rate')?.value).toEqual(
    expect.any(Number),
  );
  await engine.close();
});

test('that no snapshot explains a statement is decided once, for the app and the command line', async () => {
  const [app, cli] = [make(), make()];
  expect(await app.call('explaining.get', {}, job)).toEqual({ on: true });
  await cli.call('explaining.set', { on: false });
  expect(await app.call('explaining.get', {}, job)).toEqual({ on: false });
  expect(await app.call('explaining.set', { on: true }, job)).toEqual({ on: true });
  expect(await cli.call('explaining.get', {})).toEqual({ on: true });
  expect(readdirSync(home)).not.toContain('explain-off.json');
  await Promise.all([app.close(), cli.close()]);
});
