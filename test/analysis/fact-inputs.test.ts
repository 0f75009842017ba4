import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { factCatalog, factDefinitions } from '../../src/analysis/facts/catalog';
import { FactReader } from '../../src/analysis/facts/inputs/fact-reader';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { type ColumnContract, sections } from '../../src/evidence/sections';
import { listSamples } from '../../src/files/snapshot/samples';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import type { Cell, Section, Snapshot } from '../../src/shared/snapshot';

// A fact reads what it declares: whatever a snapshot holds or lacks, none reaches for anything else.

const catalog = factCatalog();
let snapshots: Snapshot[];
beforeAll(async () => {
  const samples = await listSamples(join(import.meta.dirname, '../../samples'));
  snapshots = await Promise.all(samples.map(({ path }) => readSnapshot(path)));
});

/** The faults of the facts' declarations that this snapshot brings to light. */
function faultsOn(snapshot: Snapshot): string[] {
  const facts = new FactSet(new Observed(snapshot), catalog);
  return factDefinitions.flatMap(({ id }) => {
    return [() => facts.reading(id), () => facts.perSecond(id)].flatMap((read) => {
      try {
        read();
        return [];
      } catch (thrown) {
        return [thrown instanceof Error ? thrown.message : String(thrown)];
      }
    });
  });
}

const unique = (faults: readonly string[]) => [...new Set(faults)].sort();

const cells: Readonly<Record<ColumnContract['type'], readonly Cell[]>> = {
  integer: [7, 3, null],
  real: [0.5, 2.5, null],
  time: ['2026-11-21 00:00:00', null],
  text: [
    'Sleep',
    'Query',
    'YES',
    'PENDING',
    'GRANTED',
    'Waiting for table metadata lock',
    'InnoDB',
    'enabled',
    null,
  ],
};

/** Rows in every section that a contract names, at both ends: values that facts look for, and others. */
function filled(snapshot: Snapshot): Snapshot {
  const full = Object.entries(sections).map(([id, { columns }]): [string, Section] => {
    const names = Object.keys(columns);
    const contracts: ColumnContract[] = Object.values(columns);
    const rows = Array.from({ length: 9 }, (_, row) =>
      contracts.map(({ type }, column) => cells[type][(row + column) % cells[type].length] ?? null),
    );
    const known = snapshot.sections[id];
    if (['variables', 'status', 'innodb-status'].includes(id) && known !== undefined) return [id, known];
    const capture = { at: snapshot.createdAt, tookMs: 1, table: { columns: names, rows } };
    const later = { ...capture, at: new Date(Date.parse(snapshot.createdAt) + 10_000).toISOString() };
    return [id, { status: 'ok', tookMs: 1, data: { start: capture, end: later } }];
  });
  return { ...snapshot, sections: Object.fromEntries(full) };
}

const without = (snapshot: Snapshot, id: string): Snapshot => ({
  ...snapshot,
  sections: {
    ...snapshot.sections,
    [id]: { status: 'skipped', tookMs: 0, reason: { code: 'absent', text: 'Not there.' } },
  },
});

test('on every sample, whole, and with each section missing in turn', () => {
  for (const snapshot of snapshots) expect(unique(faultsOn(snapshot))).toEqual([]);
  const first = snapshots.find(({ server }) => server.flavour === 'mysql');
  if (first === undefined) throw new Error('no sample');
  for (const id of Object.keys(sections)) {
    expect(unique(faultsOn(without(first, id))), `without ${id}`).toEqual([]);
  }
});

test('on a snapshot with rows in every section, of each flavour, with and without a window', () => {
  for (const snapshot of snapshots.slice(0, 3)) {
    for (const flavour of ['mysql', 'percona', 'mariadb'] as const) {
      const full = filled({ ...snapshot, server: { ...snapshot.server, flavour } });
      expect(unique(faultsOn(full)), flavour).toEqual([]);
      expect(unique(faultsOn({ ...full, samples: null, windowSeconds: null })), flavour).toEqual([]);
    }
  }
});

test('a fact that reads what it does not declare is refused, whatever it reads', () => {
  const [snapshot] = snapshots;
  if (snapshot === undefined) throw new Error('no sample');
  const observed = new Observed(snapshot);
  const read = new FactReader(observed, new FactSet(observed, catalog), { id: 'nosy', needs: [] });
  const attempts: (() => unknown)[] = [
    () => read.variable('port'),
    () => read.variableReading('port'),
    () => read.hasVariable('port'),
    () => read.status('Questions'),
    () => read.statusReading('Questions'),
    () => read.rate('Questions'),
    () => read.rateReading('Questions'),
    () => read.series('Questions'),
    () => read.levelsIfSampled('Questions'),
    () => read.rateInIntervals('Questions'),
    () => read.rows('processlist'),
    () => read.rowsOrReason('processlist'),
    () => read.hasSection('processlist'),
    () => read.isTruncated('processlist', 'end'),
    () => read.deltasOnce('processlist', () => []),
    () => read.sectionSeconds('processlist'),
    () => read.innodbStatus(),
    () => read.innodbStatusOrReason(),
    () => read.syncInstruments(),
    () => read.hostNumber('cpus'),
    () => read.hostReading('cpus'),
    () => read.fact('redo_rate'),
    () => read.factReading('redo_rate'),
    () => read.sessionSampling(),
    () => read.sessionSeries('sessions.object.'),
    () => read.sampledSessions('sessions.active'),
    () => read.sessionsInIntervals('sessions.active'),
    () => read.hostSampling(),
    () => read.hostSeries('host.run_queue'),
    () => read.hostRateInIntervals('host.run_queue'),
    () => read.hostLevelInIntervals('host.run_queue'),
    () => read.deepSwitched(),
  ];
  for (const attempt of attempts) expect(attempt, String(attempt)).toThrow('without declaring it');
  expect(Object.keys(read)).toEqual([]);
});
