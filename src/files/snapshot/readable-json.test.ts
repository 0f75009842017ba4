import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleSnapshot } from '../../../test/files/example-snapshot';
import type { JsonLimits } from '../../shared/base/json-budget';
import type { Cell, Samples, Section, Snapshot, Statement } from '../../shared/snapshot';
import { packSnapshot, snapshotLimits, unpackDocument } from './snapshot-encoding';
import { readSnapshot, writeSnapshot } from './snapshot-file';
import { acceptSnapshot } from './snapshot-migration';

const at = '2026-11-21T03:04:05.000Z';
const samplesOf = (count: number, names: number): Samples => ({
  startedAt: at,
  intervalMs: 1000,
  times: Array.from({ length: count }, (_, index) => index * 1000),
  series: Object.fromEntries(
    Array.from({ length: names }, (_, one) => [
      `Com_${one}`,
      { kind: 'counter', unit: 'count', base: '5', values: Array.from({ length: count }, (_, n) => n * one) },
    ]),
  ),
  restarts: count > 3 ? [3] : [],
});
const statementsOf = (count: number): Statement[] =>
  Array.from({ length: count }, () => ({ at, sql: 'SHOW GLOBAL STATUS', tookMs: 1, rows: 500 }));
const sectionOf = (rows: number, cell: Cell): Section => ({
  status: 'ok',
  tookMs: 1,
  rows,
  data: {
    end: { at, tookMs: 1, table: { columns: ['a'], rows: Array.from({ length: rows }, () => [cell]) } },
  },
});

/** The limits of reading, made so small that a few kilobytes pass them. */
function divided(by: number): JsonLimits {
  const each = (bytes: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(bytes).map(([name, most]) => [name, most / by]));
  const { textBytes, partBytes, memberBytes, memberMemory, memoryBytes, stringBytes } = snapshotLimits;
  return {
    ...snapshotLimits,
    textBytes: textBytes / by,
    partBytes: each(partBytes),
    memberBytes: each(memberBytes),
    memberMemory: each(memberMemory),
    memoryBytes: memoryBytes / by,
    stringBytes: stringBytes / by,
  };
}

test('whatever is too large in a snapshot, what is written of it is read again', async () => {
  const limits = divided(1000);
  const cell = fc.oneof(fc.constant(null), fc.constant(''), fc.integer(), fc.constant('x'.repeat(6000)));
  const snapshot = fc
    .record({
      samples: fc.option(fc.record({ count: fc.nat(900), names: fc.nat(60) })),
      before: fc.option(fc.record({ count: fc.nat(900), names: fc.nat(30) })),
      statements: fc.nat(2000),
      sections: fc.array(fc.record({ rows: fc.nat(1500), cell }), { maxLength: 6 }),
    })
    .map(({ samples, before, statements, sections }): Snapshot => {
      const read = Object.fromEntries(
        sections.map(({ rows, cell }, one) => [`s${one}`, sectionOf(rows, cell)]),
      );
      return exampleSnapshot({
        samples: samples === null ? null : samplesOf(samples.count, samples.names),
        ...(before === null
          ? {}
          : { trigger: { when: 'a > 1', at, before: samplesOf(before.count, before.names) } }),
        statements: statementsOf(statements),
        sections: read,
      });
    });
  await fc.assert(
    fc.asyncProperty(snapshot, async (given) => {
      const read = acceptSnapshot(
        await unpackDocument(await packSnapshot(given, limits), 'x.lks', limits),
        'x',
      );
      expect(Object.keys(read.sections)).toEqual(Object.keys(given.sections));
      for (const [name, section] of Object.entries(read.sections))
        if (section.status === 'failed') expect(section.reason?.code).toBe('too-large');
        else expect(section).toEqual(given.sections[name]);
      const { samples } = read;
      for (const [name, { values }] of Object.entries(samples?.series ?? {})) {
        expect(values.length).toBe(samples?.times.length);
        const step = (samples?.intervalMs ?? 0) / 1000;
        expect(values[1]).toBe(given.samples?.series[name]?.values[step]);
      }
    }),
    { numRuns: 60 },
  );
});

test('a snapshot within the limits is written as it is', async () => {
  const given = exampleSnapshot({ samples: samplesOf(50, 3), statements: statementsOf(20) });
  expect(await unpackDocument(await packSnapshot(given), 'x.lks')).toEqual(given);
});

test('a section with a text that no reader takes is too large, the others stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-readable-'));
  try {
    const path = join(folder, 'a.lks');
    const { variables } = exampleSnapshot().sections;
    const sections = {
      status: sectionOf(1, 'x'.repeat(snapshotLimits.stringBytes + 1)),
      ...(variables && { variables }),
    };
    await writeSnapshot(path, exampleSnapshot({ sections }));
    const read = await readSnapshot(path);
    expect(read.sections.status).toMatchObject({ status: 'failed', reason: { code: 'too-large' } });
    expect(read.sections.variables).toEqual(variables);
  } finally {
    await rm(folder, { recursive: true });
  }
});
