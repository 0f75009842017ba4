import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { analyze, compareSnapshots, compileRules, recheckOf, summaryOf } from '../../src/analysis';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { renderSummary } from '../../src/report';
import { summarySchema } from '../../src/shared/summary';
import { unbroken } from '../../src/view/base/unbroken';
import { readRules } from './rule-files';
import { buildSnapshot } from './snapshot-builder';

const rules = compileRules(readRules());
const judge = (snapshot: Awaited<ReturnType<typeof readSnapshot>>) => ({
  snapshot,
  analysis: analyze(snapshot, rules, { path: null }),
});
const sample = async (name: string) =>
  judge(await readSnapshot(fileURLToPath(new URL(`../../samples/${name}.lks`, import.meta.url))));

test('the plan of the pair is better in one line, with the measures and intervals behind it', async () => {
  const [before, after] = [await sample('mysql-8.0-before-plan'), await sample('mysql-8.0-after-plan')];
  const { effect } = compareSnapshots(before, after);
  expect(effect?.kind).toBe('better');
  expect(effect?.verdict).toMatch(/^Better: Transactions x 3\.\d+ \([\d.]+\/s to [\d.]+\/s\), p95 x 0\.\d+/);
  const measure = (id: string) => effect?.measures.find((one) => one.id === id);
  expect(measure('transactions')).toMatchObject({ verdict: 'better', noise: expect.any(Number) });
  expect(measure('statements')).toMatchObject({ verdict: 'better' });
  expect(measure('p95')).toMatchObject({ verdict: 'better', unit: 'seconds' });
  expect(measure('cpu')?.before).toBeGreaterThan(0);
  expect(effect?.measures.some(({ id }) => id.startsWith('sessions-'))).toBe(true);
  expect(recheckOf(before, after).effect).toEqual(effect);
});

test('the other way round it is worse, and compared with itself it is within noise', async () => {
  const [before, after] = [await sample('mysql-8.0-before-plan'), await sample('mysql-8.0-after-plan')];
  expect(compareSnapshots(after, before).effect?.kind).toBe('worse');
  const same = compareSnapshots(before, before).effect;
  expect(same).toMatchObject({
    kind: 'within noise',
    verdict: expect.stringMatching(/^No change: .* within noise/),
  });
  for (const { verdict, reason } of same?.measures ?? [])
    expect(verdict === 'within noise' || (verdict === 'unknown' && reason !== '')).toBe(true);
});

test('without samples there is no verdict', () => {
  const none = judge(buildSnapshot({}));
  const { effect } = compareSnapshots(none, none);
  expect(effect).toMatchObject({ kind: 'unknown', verdict: expect.stringMatching(/^No verdict: /) });
  expect(effect?.measures.every(({ verdict, before }) => verdict === 'unknown' && before === null)).toBe(
    true,
  );
});

test('a summary has at most three things to do, each with its steps, effect and risk', async () => {
  const before = await sample('mysql-8.0-before-plan');
  const summary = summarySchema.parse(summaryOf(before, null));
  expect(summary).toMatchObject({ verdict: before.analysis.headline.text, effect: null, before: null });
  expect(summary.actions.length).toBeGreaterThan(0);
  expect(summary.actions.length).toBeLessThanOrEqual(3);
  expect(summary.actions[0]).toMatchObject({
    ruleId: 'buffer-pool-too-small',
    steps: ['Set innodb_buffer_pool_size from 16M to 256M'],
  });
  for (const { steps, effect, risk } of summary.actions) {
    expect(steps.length).toBeGreaterThan(0);
    expect(effect).toMatch(
      /^(?:At most [\d.]+\s% of database time \((?:measured|estimated)\)|Not quantified): \S/,
    );
    expect(risk).not.toBe('');
  }
});

test('with a before, its verdict is what changed, and the page shows both', async () => {
  const [before, after] = [await sample('mysql-8.0-before-plan'), await sample('mysql-8.0-after-plan')];
  const summary = summarySchema.parse(summaryOf(after, before));
  expect(summary.verdict).toMatch(/^Better/);
  expect(summary.remarks.join(' ')).toMatch(/The earlier snapshot was taken .*The later snapshot was taken/);
  const html = await renderSummary(summary);
  expect(html).toContain(unbroken(summary.verdict));
  expect(html).toContain('Before and after');
  expect(html).toContain('Expected effect');
  expect(html).not.toContain('<script');
});

test('texts of a server stay text in the page', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const now = await sample('mysql-8.0-after-plan');
  const html = await renderSummary({ ...summaryOf(now, null), verdict: hostile, target: hostile });
  expect(html).not.toContain('<img');
});
