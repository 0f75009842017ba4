import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generate } from '../../bench/diagnosis/production/generate.ts';
import type { ProductionCase, World } from '../../bench/diagnosis/production/world.ts';
import { analyze } from '../../src/analysis';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { ownDefault } from '../../src/analysis/settings/own-default';
import { presentSettings } from '../../src/analysis/settings/present-settings';
import { poolOptions, runningPool } from '../../src/analysis/settings/stored-setting';
import { roundedDownFinely, roundedUp } from '../../src/analysis/sizing/round';
import { bufferPoolAfterSet } from '../../src/knowledge/buffer-pool';
import type { Analysis } from '../../src/shared/analysis';
import type { PlanChange } from '../../src/shared/plan';
import type { Snapshot } from '../../src/shared/snapshot';
import { productRules } from '../analysis/rule-files.ts';
import { anyWorld } from './any-world.ts';
import { applied } from './applied.ts';

// What an expert would insist on of the plan for any server: over machines, versions, amounts of data, rates and settings
// drawn at random. The draw is the same each time, so that no change of something else finds an old fault; more of them and
// others: `LATCHKEY_WORLDS=2000 LATCHKEY_SEED=7 npx vitest run --project unit test/diagnosis/plans-of-any-world.test.ts`.

const numRuns = Number(process.env.LATCHKEY_WORLDS ?? 60);
const seed = Number(process.env.LATCHKEY_SEED ?? 20_261_124);
const gib = 1024 ** 3;
const rules = productRules();
const ofSettings = new Set(rules.rules.filter(({ basis }) => basis === 'setting').map(({ id }) => id));

/** The case that every session takes all that it may at once: what to watch, and no reason to leave a cause as it is. */
const ofAllSessions = new Set(['sessions-above-memory', 'worst-case-above-memory']);

interface Judged {
  one: ProductionCase;
  snapshot: Snapshot;
  analysis: Analysis;
  /** Of the same server with the plan in force. */
  after: Analysis;
  present: ReturnType<typeof presentSettings>;
}

function judged(one: ProductionCase): Judged {
  const { snapshot } = generate(one);
  const analysis = analyze(snapshot, rules, { path: null });
  const after = analyze(applied(snapshot, analysis.plan), rules, { path: null });
  return { one, snapshot, analysis, after, present: presentSettings(new Observed(snapshot, rules.lookUp)) };
}

/** Bytes that the server may use, as far as Latchkey can see: the control group of a managed server is nobody's to read. */
function memoryOf({ memory, cgroupMemory, hosting, hostUnknown }: World): number {
  const isRead = hosting === 'self' && !hostUnknown;
  return Math.min(Number(memory), Number((isRead ? cgroupMemory : undefined) ?? memory));
}

/** What is wrong with the plan, as sentences. */
type Invariant = (judged: Judged) => string[];

const each =
  (fault: (change: PlanChange, judged: Judged) => string | null): Invariant =>
  (of) =>
    of.analysis.plan.changes.flatMap((change) => {
      const text = fault(change, of);
      return text === null ? [] : [`${change.variable} ${change.from} -> ${change.to}: ${text}`];
    });

/** Numbers that a start or SET GLOBAL makes of other things than what a person writes. */
function isOfPoolStep({ variable, to }: PlanChange, { present }: Judged): boolean {
  const current = present.valueOf('innodb_buffer_pool_size');
  if (variable !== 'innodb_buffer_pool_size' || typeof current !== 'number') return false;
  const { chunkBytes, instances } = runningPool(present, current);
  return Number(to) % ((chunkBytes || 1024 ** 2) * (instances || 1)) === 0;
}

const invariants: Readonly<Record<string, Invariant>> = {
  'a value is another than the present one, and one that the server stores as it is': each(
    ({ from, to, stored }) =>
      to === from || stored === from || stored !== to ? `stored as ${stored}` : null,
  ),
  'a change of a number is a tenth of it at least': each(({ from, to }) =>
    typeof from === 'number' && typeof to === 'number' && Math.abs(to - from) < 0.0999 * from
      ? 'not worth it'
      : null,
  ),
  'a rise does not stop below the default of the version, unless the machine does': each(
    ({ variable, from, to }, { present, one: { world } }) => {
      if (typeof from !== 'number' || typeof to !== 'number' || to < from) return null;
      const byDefault = ownDefault(present, variable);
      const isBound =
        (variable.startsWith('innodb_io_capacity') && world.iops !== undefined) ||
        (variable === 'max_connections' && memoryOf(world) <= 4 * gib) ||
        variable === 'innodb_buffer_pool_size';
      return byDefault !== null && from < byDefault && to < byDefault && !isBound
        ? `the default is ${byDefault}`
        : null;
    },
  ),
  'numbers are round': each((change, of) => {
    const { variable, to } = change;
    if (typeof to !== 'number' || to === ownDefault(of.present, variable)) return null;
    const isSize = of.present.facts(variable)?.unit === 'bytes';
    const isRound = isSize
      ? roundedUp(to, 'bytes') === to || roundedDownFinely(to) === to
      : roundedUp(to, 'count') === to;
    return isRound || isOfPoolStep(change, of) ? null : 'nobody writes that';
  }),
  'without a restart only what SET GLOBAL takes': each(({ variable, to, when }, { present }) => {
    if (when !== 'now') return null;
    if (present.facts(variable)?.dynamic !== true) return 'is set at start only';
    const current = present.valueOf(variable);
    if (variable !== 'innodb_buffer_pool_size' || typeof current !== 'number') return null;
    const size = Number(to);
    const running = runningPool(present, current);
    const after = bufferPoolAfterSet(poolOptions(present, current, size), running, size).sizeBytes;
    return after === size ? null : `SET GLOBAL would make ${after} of it`;
  }),
  'the server with the plan fits the memory, or takes no more than before': ({ analysis: { plan } }) =>
    plan.memoryCheck.status === 'exceeds' ? [plan.memoryCheck.text] : [],
  'a pool leaves a fifth of a machine of up to 32G, and is not raised where the host swaps or kills': each(
    ({ variable, from, to }, { one: { world } }) => {
      if (variable !== 'innodb_buffer_pool_size' || Number(to) < Number(from)) return null;
      const memory = memoryOf(world);
      if (world.hosting === 'self' && !world.hostUnknown && world.swap.in > 0) return 'the host swaps';
      return memory <= 32 * gib && Number(to) > 0.8 * memory ? `of ${memory / gib} GiB` : null;
    },
  ),
  'a redo log is never shrunk below what it needs, nor larger than useful': each(
    ({ variable, from, to }, { present, analysis: { plan } }) => {
      if (!/^innodb_(?:redo_log_capacity|log_file_size)$/.test(variable)) return null;
      const files =
        variable === 'innodb_log_file_size' ? Number(present.valueOf('innodb_log_files_in_group') ?? 1) : 1;
      const pool = Number(
        plan.changes.find((change) => change.variable === 'innodb_buffer_pool_size')?.to ??
          present.valueOf('innodb_buffer_pool_size'),
      );
      if (Number(to) < Number(from)) return null;
      const useful = Math.min(32 * gib, Math.max(gib, pool / 2));
      return Number(to) * files > useful * 1.01 ? `more than ${useful} beside a pool of ${pool}` : null;
    },
  ),
  'a limit of temporary tables or session buffers is never raised where the host swaps': each(
    ({ variable, from, to }, { one: { world } }) =>
      /^(?:tmp_table_size|max_heap_table_size|temptable_max_ram)$/.test(variable) &&
      world.hosting === 'self' &&
      !world.hostUnknown &&
      world.swap.in > 0 &&
      Number(to) > Number(from)
        ? 'the host swaps'
        : null,
  ),
  'innodb_io_capacity stays within innodb_io_capacity_max and what the device is said to do': (of) => {
    const { analysis, present, one } = of;
    const planned = (name: string) =>
      Number(analysis.plan.changes.find(({ variable }) => variable === name)?.to ?? present.valueOf(name));
    const changes = analysis.plan.changes.filter(({ variable }) => variable.startsWith('innodb_io_capacity'));
    if (changes.length === 0) return [];
    const [usual, most] = [planned('innodb_io_capacity'), planned('innodb_io_capacity_max')];
    const isRaised = changes.some(({ from, to }) => Number(to) > Number(from));
    return [
      ...(usual > most ? [`${usual} above ${most}`] : []),
      ...(isRaised && !one.world.hostUnknown && usual > (one.world.iops ?? Number.POSITIVE_INFINITY)
        ? [`${usual} on a device of ${one.world.iops}`]
        : []),
    ];
  },
  'max_connections is never lowered below the sessions that were there': each(
    ({ variable, from, to }, { one: { world } }) =>
      variable === 'max_connections' && Number(to) < Number(from) && Number(to) < world.connected * 1.2
        ? `${world.connected} were connected`
        : null,
  ),
  'no plan brings about a finding that it cannot remedy, but for what all sessions together might take': (
    of,
  ) =>
    of.analysis.plan.caused
      .filter(({ ruleId }) => !ofAllSessions.has(ruleId))
      .map(({ ruleId, text }) => `${ruleId}: ${text}`),
  'no plan brings about a finding above a notice': ({ analysis, after }) => {
    const known = new Set(analysis.findings.map(({ ruleId }) => ruleId));
    return after.findings
      .filter(
        ({ ruleId, standing, severity }) =>
          !known.has(ruleId) && !ofAllSessions.has(ruleId) && standing === 'finding' && severity !== 'notice',
      )
      .map(({ ruleId, impact }) => `${ruleId}: ${impact.text}`);
  },
  'a setting that was put right is right': ({ analysis, after }) => {
    // What was sized by a measured load is left out: with the change in force another load would be measured.
    const set = new Map(analysis.plan.changes.map(({ variable, to }) => [variable, to]));
    return after.plan.changes
      .filter(
        ({ variable, why }) => set.has(variable) && why.length > 0 && why.every((id) => ofSettings.has(id)),
      )
      .map(
        ({ variable, from, to, why }) => `${variable} ${set.get(variable)}, then ${from} -> ${to} (${why})`,
      );
  },
  'what a setting alone brings about ends with the plan that names it': ({ analysis, after }) => {
    const ruleId = analysis.headline.ruleId ?? '';
    const named = analysis.plan.changes.some(({ why }) => why.includes(ruleId));
    const left = after.findings.find((finding) => finding.ruleId === ruleId);
    return ofSettings.has(ruleId) && named && left !== undefined && left.severity !== 'notice'
      ? [`${ruleId} after the plan: ${left.impact.text}`]
      : [];
  },
  'judged twice it is the same plan': ({ analysis, snapshot }) =>
    JSON.stringify(analyze(snapshot, rules, { path: null }).plan) === JSON.stringify(analysis.plan)
      ? []
      : ['another plan'],
};

test('the plan of any server keeps what an expert insists on', () => {
  let changes = 0;
  // Drawn and not asserted: a shrunk server has lost what made its plan wrong to look at, and all faults are worth seeing.
  const broken = fc.sample(anyWorld, { numRuns, seed }).flatMap((one, index) => {
    const of = judged(one);
    changes += of.analysis.plan.changes.length;
    return Object.entries(invariants).flatMap(([name, faults]) =>
      faults(of).map((text) => `server ${index} (${one.base}, ${one.world.hosting}): ${name}: ${text}`),
    );
  });
  expect(broken).toEqual([]);
  // A property of plans that hold nothing would say nothing.
  expect(changes).toBeGreaterThan(numRuns);
}, 900_000);
