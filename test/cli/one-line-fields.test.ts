import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { progressLine } from '../../src/cli/progress';
import { analysisText } from '../../src/cli/text/analysis-text';
import { applyText } from '../../src/cli/text/apply-text';
import { changePlanText } from '../../src/cli/text/change-plan-text';
import { comparisonText, recheckText } from '../../src/cli/text/compare-text';
import { importText } from '../../src/cli/text/import-text';
import { entryText, outcomeText } from '../../src/cli/text/journal-text';
import { probeResultText } from '../../src/cli/text/probe-text';
import { recordingLine } from '../../src/cli/text/recording-text';
import { plainStyle } from '../../src/cli/text/style';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { analysisSchema } from '../../src/shared/analysis';
import { applyOutcomeSchema } from '../../src/shared/apply';
import { changePlanSchema, journalEntrySchema, restoreOutcomeSchema } from '../../src/shared/change';
import { comparisonSchema, recheckSchema } from '../../src/shared/compare';
import { importOutcomeSchema } from '../../src/shared/import';
import { probeResultSchema } from '../../src/shared/probe';
import { recordingSummarySchema } from '../../src/shared/recording';
import { serverIdentitySchema } from '../../src/shared/server';
import { samplingSchema } from '../../src/shared/snapshot';
import { buildLatchkey, latchkey } from './latchkey';

const poison = '\r\nFORGED line';
/** Lines that a text of others has begun. */
const forged = (text: string) =>
  text.split('\n').filter((line) => /^\s*FORGED/.test(line) || line.includes('\r'));

/** The document with as many texts poisoned as its schema allows; words of a closed list stay. */
function poisoned<T>(schema: z.ZodType<T>, document: unknown, depth = 100): T {
  const copy = structuredClone(document);
  const visit = (holder: object, left: number): void => {
    for (const [name, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null && left > 0) visit(value, left - 1);
      else if (typeof value === 'string' && value.length < 5000) {
        Reflect.set(holder, name, `${value}${poison}`);
        if (!schema.safeParse(copy).success) Reflect.set(holder, name, value);
      }
    }
  };
  if (typeof copy === 'object' && copy !== null) visit(copy, depth);
  return schema.parse(copy);
}

const root = join(import.meta.dirname, '../..');
const samples = ['mysql-5.6-benchmark-2013', 'mysql-9.7-starved-redo'].map((name) =>
  join(root, `samples/${name}.lks`),
);
let folder: string;
beforeAll(async () => {
  buildLatchkey();
  folder = await mkdtemp(join(tmpdir(), 'latchkey-lines-'));
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

/** A snapshot whose cells begin lines of their own wherever they are texts. */
async function hostileSnapshot(sample: string, file: string): Promise<void> {
  const snapshot = JSON.parse(gunzipSync(await readFile(sample)).toString());
  let changed = 0;
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'string' || /^[-\d.]*$/.test(value) || /^(ON|OFF|YES|NO)$/i.test(value))
      return value;
    changed += 1;
    return `${value}${poison}`;
  };
  type Section = { data?: Record<string, { table?: { rows: unknown[][] } } | null> };
  for (const [name, { data = {} }] of Object.entries<Section>(snapshot.sections)) {
    for (const table of Object.values(data).flatMap((reading) => reading?.table ?? [])) {
      const isNamed = ['status', 'variables'].includes(name);
      table.rows = table.rows.map((row) =>
        row.map((cell, column) => (isNamed && column === 0 ? cell : visit(cell))),
      );
    }
  }
  snapshot.origin.target += poison;
  expect(changed).toBeGreaterThan(100);
  await writeFile(file, gzipSync(JSON.stringify(snapshot)));
}

test('a snapshot whose every text begins a line of its own begins none in what the commands say', async () => {
  const files = await Promise.all(
    samples.map(async (sample, index) => {
      const file = join(folder, `${index}.lks`);
      await hostileSnapshot(sample, file);
      return file;
    }),
  );
  const [a = '', b = ''] = files;
  let seen = '';
  for (const args of [
    ['analyze', a, b],
    ['export', a, '--preview'],
    ['compare', a, b],
    ['compare', samples[1] ?? '', b],
    ['plan', b, '--format', 'cnf'],
    ['plan', a, '--format', 'set-global'],
    ['rules', 'explain', 'redo-log-too-small', b],
  ]) {
    const { out, err } = await latchkey(args);
    expect(forged(out + err), args.join(' ')).toEqual([]);
    expect(out, err).not.toBe('');
    seen += out;
  }
  expect(seen).toContain('\\u{d}\\u{a}FORGED');
}, 120_000);

test('nor does any text of a document in what is made of it', async () => {
  const read = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'));
  const analysis = poisoned(analysisSchema, await read('samples/mysql-9.7-starved-redo.analysis.json'));
  const json = async (...args: string[]) => JSON.parse((await latchkey([...args, '--json'])).out);
  const comparison = poisoned(comparisonSchema, await json('compare', ...samples));
  const side = { ...analysis.snapshot, createdAt: 'now', headline: analysis.headline };
  const change = { ruleId: 'r', severity: 'warning', title: 't', other: 'muted', reason: 'x', was: null };
  const recheck = poisoned(recheckSchema, {
    ...{ schema: 'latchkey/recheck/1', before: side, after: side, remarks: ['x'] },
    ...{ cleared: [change], stayed: [change], appeared: [change], unchecked: [change] },
  });
  const result = poisoned(probeResultSchema, await read('samples/probes/custom.json'), 4);
  const item = { variable: 'a', original: 'x', stored: 'y', scope: 'global', type: 'text', state: 'set' };
  const entry = {
    entryId: 'e',
    status: 'pending',
    detail: 'd',
    restored: [],
    remaining: [{ ...item, reason: 'r' }],
  };
  const changes = { ...item, current: 'x', proposed: 'y', durability: false, remarks: ['r'] };
  const plan = poisoned(changePlanSchema, {
    ...{ purpose: 'apply', serverKey: 'k', changes: [changes], mayMove: [{ ...changes, movedBy: ['b'] }] },
    ...{
      restoreStatements: [],
      privileges: [],
      instruments: [],
      statements: ['SET GLOBAL a = 1'],
      risks: ['r'],
    },
  });
  const server = analysis.snapshot.server;
  const journal = poisoned(journalEntrySchema, {
    ...{ schema: 'latchkey/journal/1', id: 'e', purpose: 'probe', phase: 'kept', createdAt: 'now' },
    ...{ target: { host: 'db', user: 'u' }, serverKey: 'k', serverStartedAt: 'now', connectionId: null },
    ...{ owner: null, statements: [] },
    items: [
      {
        kind: 'global-variable',
        variable: 'a',
        type: 'text',
        original: 'x',
        proposed: 'y',
        stored: 'y',
        state: 'set',
      },
      { kind: 'switches', group: 'setup_instruments', rows: [], state: 'set' },
      { kind: 'own-schema', name: 'latchkey_probe', state: 'set' },
    ],
  });
  const applied = poisoned(applyOutcomeSchema, {
    ...{
      schema: 'latchkey/apply/1',
      status: 'applied',
      entryId: 'e',
      statements: [],
      forced: 'f',
      error: null,
    },
    settings: [{ ...changes, stored: 'y' }],
    alsoChanged: [{ variable: 'a', from: 'b', to: 'c' }],
    meanwhile: [{ variable: 'a', from: 'b', to: 'c' }],
    leftOut: [{ variable: 'a', proposed: 'b', reason: 'r' }],
    later: [{ variable: 'a', optionText: 'b' }],
    sessions: [{ variable: 'a', connections: 1, text: 't' }],
    restore: entry,
  });
  const imported = poisoned(importOutcomeSchema, {
    tool: 't',
    files: [
      { path: 'a', kind: 'k', outcome: 'used', text: 't' },
      { path: 'b', kind: null, outcome: 'ignored', text: 't' },
    ],
    recognised: { variables: 1, status: 1, readings: 1, uptimeSeconds: 1, notUnderstood: ['n'] },
    remarks: ['r'],
  });
  const whole = await readSnapshot(samples[1] ?? '');
  const source = { ...whole, server: poisoned(serverIdentitySchema, whole.server) };
  const recording = poisoned(recordingSummarySchema, {
    ...{
      id: 'i',
      title: 't',
      target: 'u@db',
      startedAt: '2026',
      endedAt: null,
      intervalMs: 100,
      lengthMs: 1,
    },
    ...{ samples: 1, series: 1, bytes: 1, server, events: [] },
    ...samplingSchema.parse(whole.samples),
  });
  for (const text of [
    entryText(journal),
    applyText(applied, `x${poison}`),
    applyText({ ...applied, status: 'nothing' }, `x${poison}`),
    applyText({ ...applied, status: 'failed' }, `x${poison}`),
    importText(`x${poison}`, source, imported, 100),
    recordingLine(recording),
    progressLine({ done: 1, total: null, phase: `watch${poison}`, note: `n${poison}` }),
    probeResultText(result),
    outcomeText(poisoned(restoreOutcomeSchema, entry)),
    changePlanText(plan, true),
    changePlanText(plan, false),
    analysisText(analysis, plainStyle, 100),
    comparisonText(comparison, plainStyle, 100),
    recheckText(recheck, plainStyle, 100),
  ]) {
    expect(forged(text)).toEqual([]);
    expect(text).toContain('\\u{d}\\u{a}FORGED');
  }
}, 120_000);
