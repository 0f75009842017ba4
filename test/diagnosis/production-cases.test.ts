import { describe, expect, test } from 'vitest';
import { setAsideCases, workedCases } from '../../bench/diagnosis/production/cases.ts';
import { generate } from '../../bench/diagnosis/production/generate.ts';
import { rulesOf } from '../../bench/diagnosis/production/mechanisms.ts';
import { type Snapshot, sectionRows, snapshotSchema } from '../../src/shared/snapshot.ts';

// The edited snapshots must be ones that a server could have given: their parts agree with each other.

const all = [
  ...workedCases(),
  ...setAsideCases(),
  ...setAsideCases('third'),
  ...setAsideCases('sixth'),
  ...setAsideCases('seventh'),
  ...setAsideCases('eighth'),
  ...setAsideCases('ninth'),
];
const made = all.map((one) => ({ one, ...generate(one) }));

const value = (snapshot: Snapshot, name: string, end: 'start' | 'end' = 'end') =>
  Number(sectionRows(snapshot, 'status', end).find((row) => row.name === name)?.value);
const seconds = (snapshot: Snapshot, section: string) => {
  const data = snapshot.sections[section]?.data;
  return (Date.parse(data?.end?.at ?? '') - Date.parse(data?.start?.at ?? '')) / 1000;
};
/** Each case on its own line of the report, without one test for each: there are many. */
function faults(find: (one: (typeof made)[number]) => string[]): string[] {
  return made.flatMap((each) => find(each).map((text) => `${each.one.id}: ${text}`));
}

describe('edited snapshots of production cases', () => {
  test('there are enough, each with its own id and with causes that are known', () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ cause }) => cause.length === 0).length).toBeGreaterThanOrEqual(15);
    for (const { cause } of all) expect(() => rulesOf(cause)).not.toThrow();
  });

  test('all are valid snapshots', () => {
    expect(
      faults(({ snapshot }) => (snapshotSchema.safeParse(snapshot).success ? [] : ['not valid'])),
    ).toEqual([]);
  });

  test('no number is missing or negative', () => {
    const bad = faults(({ snapshot }) => [
      ...sectionRows(snapshot, 'status')
        .filter(
          (row) => !String(row.name).startsWith('wsrep_') && /^-\d|NaN|Infinity/.test(String(row.value)),
        )
        .map((row) => `${row.name} = ${row.value}`),
      ...Object.entries(snapshot.samples?.series ?? {})
        .filter(
          ([name, series]) =>
            !name.startsWith('wsrep_') &&
            series.values.some((one) => one !== null && !(Number.isFinite(one) && one >= 0)),
        )
        .map(([name]) => `series ${name}`),
    ]);
    expect(bad).toEqual([]);
  });

  test('the pages of the buffer pool add up, in the status and over its instances', () => {
    const bad = faults(({ snapshot }) => {
      const pages = (part: string) => value(snapshot, `Innodb_buffer_pool_pages_${part}`);
      const rows = sectionRows(snapshot, 'buffer-pools');
      const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
      const size = Number(
        sectionRows(snapshot, 'variables').find((row) => row.name === 'innodb_buffer_pool_size')?.value,
      );
      return [
        ...(pages('data') + pages('free') + pages('misc') === pages('total')
          ? []
          : ['parts are not the total']),
        ...(Math.abs(pages('total') * 16_384 - size) < 16_384 ? [] : ['not the size of the variable']),
        ...(rows.length === 0 || sum('pool_size') === pages('total') ? [] : ['instances are not the total']),
        ...(rows.length === 0 || sum('database_pages') === pages('data')
          ? []
          : ['instances hold other pages']),
        ...(pages('dirty') <= pages('data') ? [] : ['more dirty than data']),
        ...(pages('data') * 16_384 <= value(snapshot, 'Innodb_buffer_pool_bytes_data')
          ? []
          : ['bytes of data']),
      ];
    });
    expect(bad).toEqual([]);
  });

  test('samples lie between the readings at both ends, and give the same rate', () => {
    const bad = faults(({ snapshot }) => {
      const window = seconds(snapshot, 'status');
      return Object.entries(snapshot.samples?.series ?? {}).flatMap(([name, { kind, base, values }]) => {
        const [start, end] = [value(snapshot, name, 'start'), value(snapshot, name)];
        if (kind !== 'counter' || Number.isNaN(end)) return [];
        const sampled = values.filter((one) => one !== null);
        const rising = sampled.every((one, index) => index === 0 || one >= (sampled[index - 1] ?? 0));
        const last = Number(base) + (sampled.at(-1) ?? 0);
        const rates = Math.abs(end - start - (sampled.at(-1) ?? 0));
        return [
          ...(rising ? [] : [`${name} falls`]),
          ...(start <= Number(base) + 1 && last <= end + 1 ? [] : [`${name} outside of its readings`]),
          ...(rates <= 2 + (0.03 * (end - start) * 12) / window ? [] : [`${name}: other rates`]),
        ];
      });
    });
    expect(bad).toEqual([]);
  });

  test('nobody waits and computes longer than sessions are active, and processors are not overspent', () => {
    const bad = faults(({ snapshot, model }) => {
      const active = Object.values(model.sessions).reduce((sum, one) => sum + one, 0);
      const busy = seriesRate(snapshot, 'host.cpu.busy') / 1000;
      const all = ['busy', 'idle', 'iowait', 'steal'].reduce(
        (sum, state) => sum + seriesRate(snapshot, `host.cpu.${state}`) / 1000,
        0,
      );
      const waits = sumOfIncreases(snapshot, 'pfs-waits-global', 'sum_timer_wait', (row) =>
        /innodb_data_file|mdl|synch/.test(String(row.event_name)),
      );
      const digests = sumOfIncreases(snapshot, 'statement-digests', 'sum_timer_wait', () => true);
      // Page cleaners write too; their time is no session's.
      const cleaning =
        (model.flushed * model.io.writeMs) / 1000 + (model.flushed / 60) * (model.io.syncMs / 1000);
      return [
        ...(model.sessions.running <= model.world.cpus * 1.02
          ? []
          : ['more sessions compute than there are processors']),
        ...(busy <= model.world.cpus * 1.01 ? [] : ['processors overspent']),
        ...(busy === 0 || Math.abs(all - model.world.cpus) < 0.05 * model.world.cpus
          ? []
          : [`processors: ${all}`]),
        // Without the Performance Schema nobody counts either.
        ...(waits > active * 1.05 + cleaning + 0.1 ? [`waits ${waits} of ${active}`] : []),
        ...(digests > active * 1.05 + 0.1 ? [`statements ${digests} of ${active}`] : []),
      ];
    });
    expect(bad).toEqual([]);
  });

  test('statements of the status are those of the digests and of the samples of sessions', () => {
    const bad = faults(({ snapshot, model }) => {
      if (sectionRows(snapshot, 'statement-digests').length === 0) return [];
      const digests = sumOfIncreases(snapshot, 'statement-digests', 'count_star', () => true, 1);
      const keys = sectionRows(snapshot, 'statement-digests').map((row) => row.digest);
      const questions =
        (value(snapshot, 'Questions') - value(snapshot, 'Questions', 'start')) / seconds(snapshot, 'status');
      const shown = mean(snapshot, 'sessions.active');
      const active = Object.values(model.sessions).reduce((sum, one) => sum + one, 0);
      return [
        ...(Math.abs(questions - digests) <= 2 + 0.03 * digests
          ? []
          : [`${questions} questions, ${digests} in digests`]),
        ...(new Set(keys).size === keys.length ? [] : ['one digest twice']),
        ...(Math.abs(shown - active) <= 1 + 0.12 * active
          ? []
          : [`${shown} of ${active} active sessions sampled`]),
      ];
    });
    expect(bad).toEqual([]);
  });

  test('the checkpoint age is the same in status, metrics, samples and text, and fits into the redo log', () => {
    const bad = faults(({ snapshot, model }) => {
      const text = snapshot.sections['innodb-status']?.data?.end?.text ?? '';
      const at = (label: string) => Number(new RegExp(`^${label}\\s+(\\d+)`, 'm').exec(text)?.[1]);
      const age = at('Log sequence number') - at('Last checkpoint at');
      return Math.abs(age - model.redo.age) <= 0.03 * model.redo.age + 1e6 && age < model.redo.bytes
        ? []
        : [`age ${age}`];
    });
    expect(bad).toEqual([]);
  });

  test('the server and others fit into the memory that is said to be there', () => {
    const bad = faults(({ snapshot }) => {
      const { memoryBytes, serverRss, memoryAvailableBytes } = snapshot.host;
      if (serverRss?.value === undefined || memoryBytes.value === undefined) return [];
      const used = serverRss.value + (memoryAvailableBytes?.value ?? 0);
      return used <= memoryBytes.value * 1.08 ? [] : [`${used} of ${memoryBytes.value}`];
    });
    expect(bad).toEqual([]);
  });
});

function seriesRate(snapshot: Snapshot, name: string): number {
  const times = snapshot.samples?.times ?? [];
  const values = snapshot.samples?.series[name]?.values ?? [];
  return (1000 * (values.at(-1) ?? 0)) / Math.max(1, times.at(-1) ?? 0);
}

function mean(snapshot: Snapshot, name: string): number {
  const values = snapshot.samples?.series[name]?.values.filter((one) => one !== null) ?? [];
  return values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
}

/** Increase for each second; times become seconds. */
function sumOfIncreases(
  snapshot: Snapshot,
  section: string,
  column: string,
  matches: (row: Record<string, unknown>) => boolean,
  unit = 1e-12,
): number {
  const sum = (end: 'start' | 'end') =>
    sectionRows(snapshot, section, end)
      .filter(matches)
      .reduce((total, row) => total + Number(row[column]), 0);
  return ((sum('end') - sum('start')) * unit) / seconds(snapshot, section);
}
