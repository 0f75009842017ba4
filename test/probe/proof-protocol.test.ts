import { expect, test } from 'vitest';
import { proofJudgement } from '../../src/experiment/verdict/proof-result';
import { metricFacts } from '../../src/shared/probe';
import { type ProofModel, runProofModel } from './proof-world.ts';

const fair: ProofModel = {
  changes: { good: 1.15, idle: 1, harmful: 0.88 },
  maxSeconds: 300,
};

type Run = Awaited<ReturnType<typeof runProofModel>>;
const judged = ({ taken, changes }: Run) => {
  const { unit, higherIsBetter, text } = metricFacts[taken.metric];
  return proofJudgement(
    {
      ...{ outcome: taken.outcome, text: taken.text, design: taken.design, pairs: taken.pairs },
      metric: { id: taken.metric, unit, higherIsBetter, text },
      ...{ dropped: taken.dropped, seconds: taken.seconds, workload: { kind: 'live' as const } },
    },
    changes,
  );
};
const verdicts = (run: Run) =>
  Object.fromEntries(judged(run).changes.map(({ name, verdict }) => [name, verdict]));

test('good is proven, harmful is dropped, idle is neither; what is kept is measured on pairs of its own', async () => {
  const run = await runProofModel({ ...fair, untested: { pool: 'it fills over minutes' } });
  expect(run.error).toBeNull();
  expect(run.taken.outcome).toBe('completed');
  expect(verdicts(run)).toMatchObject({ good: 'proven', harmful: 'harms', pool: 'untested' });
  expect(verdicts(run).idle).not.toMatch(/proven|harms/);
  const { kept, text } = judged(run);
  expect(kept?.verdict).toBe('proven');
  expect(kept?.changes).toContain('good');
  expect(kept?.changes).not.toContain('harmful');
  expect(text).toMatch(
    /^What is kept of your plan makes this load 1\d % faster .*1 of 3 tested changes is proven/,
  );
});

test('the time given is held, however long a switch takes', async () => {
  for (const switchSeconds of [0.02, 0.5, 1.2]) {
    const { taken } = await runProofModel({ ...fair, switchSeconds });
    expect(taken.outcome).toBe('completed');
    expect(taken.seconds).toBeLessThanOrEqual(fair.maxSeconds);
    expect(taken.design.switchSeconds).toBeCloseTo(switchSeconds, 1);
  }
});

test.each([
  { what: 'pairs', model: {} },
  { what: 'what is observed', model: { slow: { pool: 1 } } },
  {
    what: 'the search for a change that breaches a guard',
    model: { together: (on: readonly string[]) => (on.includes('idle') ? 0.1 : 1) },
  },
])('the time given is held also where switching becomes slower at any moment: $what', async ({ model }) => {
  for (const after of [20, 60, 100, 130]) {
    let entered = 0;
    const { taken } = await runProofModel({
      ...{ ...fair, ...model, noise: 0.1 },
      entering: (count) => (entered = count),
      together: (on) => (entered > after ? (model.together?.(on) ?? 1) : 1),
      switchSeconds: (count) => (count > after ? 4 : 0.1),
    });
    expect(taken.seconds, `${after}: ${taken.text}`).toBeLessThanOrEqual(fair.maxSeconds);
  }
});

test('a switch that leaves too few pairs ends it with the reason', async () => {
  const { taken } = await runProofModel({ ...fair, switchSeconds: 8 });
  expect(taken.outcome).toBe('failed');
  expect(taken.text).toMatch(/takes 8 s here, which leaves too few pairs in 5 min; the least is \d+ min/);
});

test('where nothing is dropped, the pairs of the whole plan go on, and there are no others', async () => {
  const run = await runProofModel({ changes: { a: 1.02, b: 1.02 }, maxSeconds: 300, noise: 0.12 });
  expect(judged(run).changes.map(({ advice }) => advice)).toEqual(['your-choice', 'your-choice']);
  const { pairs, design } = run.taken;
  expect(new Set(pairs.map(({ stage }) => stage))).toEqual(new Set(['whole', 'which']));
  expect(pairs.filter(({ stage }) => stage === 'whole').length).toBeGreaterThan(design.whole.pairs);
  expect(design.whole.looks.at(-1)?.blocks).toBeLessThanOrEqual(design.whole.extended);
});

test('a change that breaches a guard in the dry run is dropped, and the others go on without it', async () => {
  const run = await runProofModel({ ...fair, changes: { ...fair.changes, stall: 0.2 } });
  expect(run.taken.dropped).toMatchObject([{ change: 'stall', guard: 'throughput', beforePair: 0 }]);
  expect(run.taken.outcome).toBe('completed');
  const { changes } = judged(run);
  expect(changes.find(({ name }) => name === 'stall')).toMatchObject({
    ...{ verdict: 'harms', droppedBy: 'throughput', advice: 'drop' },
    text: 'Dropped: it breached the guard of throughput.',
  });
  for (const { slots } of run.taken.pairs) for (const { on } of slots) expect(on).not.toContain(3);
});

test('a change that comes to stall later is found among those in force, and dropped', async () => {
  let entered = 0;
  const run = await runProofModel({
    ...fair,
    changes: { good: 1.1, late: 1, idle: 1 },
    entering: (count) => {
      entered = count;
    },
    together: (on) => (on.includes('late') && entered > 30 ? 0.1 : 1),
  });
  expect(run.taken.dropped).toMatchObject([{ change: 'late', guard: 'throughput' }]);
  expect(run.taken.dropped[0]?.beforePair).toBeGreaterThan(0);
  expect(run.taken.outcome).toBe('completed');
});

test('failing statements end it, whatever is in force', async () => {
  const { taken } = await runProofModel({ ...fair, errors: (on) => (on.length > 1 ? 100 : 0) });
  expect(taken.outcome).toBe('stopped-by-guard');
  expect(taken.text).toMatch(/guard of errors/);
});

test('gains that the next slot repays prove nothing', async () => {
  const run = await runProofModel({ changes: { a: 1.2, b: 1 }, maxSeconds: 300, repays: 1 });
  expect(run.taken.outcome).toBe('carry-over');
  expect(Object.values(verdicts(run))).toEqual(['undecided', 'undecided']);
});

test('a change that is alone has all of the time', async () => {
  const run = await runProofModel({ changes: { good: 1.1 }, maxSeconds: 120, seed: 2 });
  expect(verdicts(run)).toEqual({ good: 'proven' });
  expect(run.taken.pairs.every(({ stage }) => stage === 'whole')).toBe(true);
});

test('a cancel ends it wherever it comes, and what was measured is kept', async () => {
  for (const at of [1, 5, 20, 60]) {
    const controller = new AbortController();
    const run = await runProofModel(
      { ...fair, noise: 0.2, entering: (count) => count === at && controller.abort() },
      controller.signal,
    );
    expect(run.error).toMatchObject({ code: 'cancelled' });
    expect(run.world.entered.length).toBe(at);
  }
});

test('changes that act over tens of seconds stay for whole plots, with the others switched within them', async () => {
  const run = await runProofModel({
    changes: { good: 1.1, idle: 1 },
    held: { slowly: 1.15, inert: 1 },
    ...{ maxSeconds: 1500, noise: 0.03 },
  });
  const { taken } = run;
  expect(taken.outcome).toBe('completed');
  expect(verdicts(run)).toMatchObject({ good: 'proven', slowly: 'proven' });
  expect(verdicts(run).inert).not.toBe('proven');
  const [slowly, inert] = [2, 3];
  const plots = new Map<number, Set<string>>();
  for (const { stage, plot, slots } of taken.pairs) {
    const held = slots.map(({ on }) => on.filter((place) => place >= slowly).join());
    expect(new Set(held).size).toBe(1);
    if (stage !== 'which') expect(held).toEqual(['', '']);
    if (plot !== undefined) plots.set(plot, (plots.get(plot) ?? new Set()).add(held[0] ?? ''));
  }
  expect(plots.size).toBeGreaterThanOrEqual(8);
  // As they are through a plot, and the other way round in the one beside it.
  for (const [plot, held] of plots) {
    expect(held.size).toBe(1);
    const beside = [...(plots.get(plot ^ 1) ?? [])][0]?.split(',').filter(Boolean).map(Number) ?? [];
    const own = [...held][0]?.split(',').filter(Boolean).map(Number) ?? [];
    expect([...own, ...beside].sort()).toEqual([slowly, inert]);
  }
  // The first slot of a plot waits for the server to settle.
  for (const [index, { plot, slots }] of taken.pairs.entries()) {
    const begins = plot !== undefined && taken.pairs[index - 1]?.plot !== plot;
    const [first] = slots;
    if (first === undefined || !begins) continue;
    expect(first.measuredFrom - first.startedAt).toBeGreaterThanOrEqual(15_000);
  }
  expect(taken.seconds).toBeLessThanOrEqual(1500);
});

test('whole plots keep to the time announced also where switching becomes slower on the way', async () => {
  const run = await runProofModel({
    changes: { a: 1, b: 1 },
    held: { c: 1 },
    ...{ maxSeconds: 900, noise: 0.1, switchSeconds: (count: number) => (count > 40 ? 1.5 : 0.3) },
  });
  expect(run.taken.outcome).toBe('completed');
  expect(run.taken.seconds).toBeLessThanOrEqual(900);
  expect(run.taken.pairs.some(({ plot }) => plot !== undefined)).toBe(true);
});

test('of changes that act over tens of seconds and do nothing, few are called otherwise', async () => {
  let called = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const run = await runProofModel({
      changes: { a: 1, b: 1 },
      held: { c: 1 },
      ...{ maxSeconds: 900, noise: 0.1, seed },
    });
    if (['proven', 'harms'].includes(verdicts(run).c ?? '')) called += 1;
  }
  // 5 % for all three: of 20 runs five and more come in 1 of 400.
  expect(called).toBeLessThan(5);
});

test('a plan of such changes alone has long slots only', async () => {
  const run = await runProofModel({ changes: {}, held: { slowly: 1.2 }, maxSeconds: 900 });
  expect(run.taken.outcome).toBe('completed');
  expect(verdicts(run)).toEqual({ slowly: 'proven' });
  for (const { slots } of run.taken.pairs)
    for (const { samples } of slots)
      expect(samples.reduce((sum, { seconds }) => sum + seconds, 0)).toBeGreaterThan(44);
  expect(judged(run).whole).toBeNull();
});

test('one that breaches a guard in its plot is dropped, and the others go on', async () => {
  let entered = 0;
  const run = await runProofModel({
    changes: { good: 1.1, idle: 1 },
    held: { late: 1, slowly: 1 },
    ...{ maxSeconds: 1500, entering: (count: number) => (entered = count) },
    together: (on) => (on.includes('late') && entered > 60 ? 0.1 : 1),
  });
  expect(run.taken.dropped.map(({ change }) => change)).toEqual(['late']);
  expect(run.taken.outcome).toBe('completed');
  expect(verdicts(run).late).toBe('harms');
});

test('what fills over minutes is applied last, once, on top of what is kept, and is observed, not proven', async () => {
  const run = await runProofModel({
    changes: { good: 1.15, harmful: 0.85 },
    slow: { pool: 1.3, cache: 1 },
    ...{ maxSeconds: 900, noise: 0.03 },
  });
  expect(run.error).toBeNull();
  expect(run.taken.outcome).toBe('completed');
  expect(run.taken.seconds).toBeLessThanOrEqual(900);
  const [good, harmful, pool, cache] = [0, 1, 2, 3];
  expect(verdicts(run)).toEqual({ good: 'proven', harmful: 'harms', pool: 'observed', cache: 'observed' });
  const { pairs } = run.taken;
  for (const { stage, slots } of pairs)
    if (stage !== 'observed') for (const { on } of slots) expect(on).not.toContain(pool);
  expect(pairs.filter(({ stage }) => stage === 'observed')).toEqual([pairs.at(-1)]);
  expect(pairs.at(-1)?.slots.map(({ on }) => on)).toEqual([[good], [good, pool], [good, pool, cache]]);
  expect(pairs.at(-1)?.slots.flatMap(({ on }) => on)).not.toContain(harmful);
  const { changes, text } = judged(run);
  const observed = changes.find(({ name }) => name === 'pool');
  expect(observed).toMatchObject({ low: null, high: null, adjustedP: null, advice: 'keep' });
  expect(Math.abs((observed?.estimatePercent ?? 0) - 30)).toBeLessThan(4);
  expect(observed?.text).toMatch(/^Observed, not proven: [^+]+ \+[23]\d\.\d % \(no interval\) after it/);
  expect(text).toMatch(
    /1 of 2 tested changes is proven; 1 harms and was dropped; 2 were observed before and after/,
  );
});

test('a plan of such changes alone is observed and compared with nothing', async () => {
  const run = await runProofModel({ changes: {}, slow: { pool: 1.2 }, maxSeconds: 300 });
  expect(run.error).toBeNull();
  expect(run.taken.outcome).toBe('completed');
  expect(verdicts(run)).toEqual({ pool: 'observed' });
  expect(run.world.entered).toEqual([[], ['pool']]);
  expect(judged(run).text).toMatch(/^Your plan was not compared: .* 1 was observed before and after/);
});

test('one of them that breaches a guard is dropped and taken back, and what was proven stays so', async () => {
  const run = await runProofModel({
    changes: { good: 1.15, idle: 1 },
    slow: { pool: 1, cache: 1 },
    ...{ maxSeconds: 900, errors: (on) => (on.includes('never') ? 1 : 0) },
    together: (on) => (on.includes('pool') ? 0.1 : 1),
  });
  expect(run.taken.outcome).toBe('completed');
  expect(run.taken.dropped).toMatchObject([{ change: 'pool', guard: 'throughput' }]);
  expect(verdicts(run)).toMatchObject({ good: 'proven', pool: 'harms', cache: 'untested' });
});

test('two changes that undo each other are found to do so, after each was found alone', async () => {
  const run = await runProofModel({
    changes: { a: 1.25, b: 1.25, idle: 1 },
    ...{ maxSeconds: 900, noise: 0.02 },
    together: (on) => (on.includes('a') && on.includes('b') ? 0.85 : 1),
  });
  expect(run.taken.outcome).toBe('completed');
  expect(run.taken.seconds).toBeLessThanOrEqual(900);
  const { interactions } = judged(run);
  expect(interactions).toMatchObject([{ changes: ['a', 'b'], verdict: 'interact' }]);
  expect(Math.abs((interactions?.[0]?.estimatePercent ?? 0) + 15)).toBeLessThan(3);
  expect(interactions?.[0]?.text).toMatch(/^a and b do less together than the two alone add up to/);
  for (const { stage, slots } of run.taken.pairs) if (stage === 'together') expect(slots).toHaveLength(4);
});

test('of changes that do not act on each other, few are said to', async () => {
  let called = 0;
  let looked = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const run = await runProofModel({ changes: { a: 1.2, b: 1.2 }, maxSeconds: 300, noise: 0.04, seed });
    for (const { verdict } of judged(run).interactions ?? []) {
      looked += 1;
      if (verdict === 'interact') called += 1;
    }
  }
  expect(looked).toBeGreaterThan(15);
  // Of a true 5 %, five and more of 20 come in 1 of 400.
  expect(called).toBeLessThan(5);
});
