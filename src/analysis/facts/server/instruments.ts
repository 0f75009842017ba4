import { onceFor } from '../../../shared/base/once-for';
import type { FactDefinition } from '../inputs/definition';
import { allDigests, type Digest } from '../inputs/digest-deltas';
import type { FactReader } from '../inputs/fact-reader';

const setup = 'section.pfs-setup';
const levelSource =
  '[dimitri-2013-02]: 12 cores, 230,000 queries a second without it; a second machine lost 2, 4-4.7, 4.7, 6-6.5 and 10-11 %';

/** What the published test lost to each level of instruments, in per cent of the throughput. */
const costs = { none: 2, tables: 3, statements: 3, default: 4.5, sync: 9.5 } as const;

/** Facts on what the server records of itself. */
export const instrumentFacts: FactDefinition[] = [
  {
    id: 'instruments_switched',
    unit: 'none',
    type: 'boolean',
    needs: ['snapshot.deep'],
    doc: {
      what: 'Latchkey itself enabled instruments or counters for this window (deep mode), so that the set-up read within it is not the one of the server.',
      formula: 'the deep report of the snapshot names what was enabled',
      source: 'snapshot',
    },
    compute: (read) => read.deepSwitched() > 0,
  },
  {
    id: 'instruments_level',
    unit: 'none',
    type: 'string',
    needs: [setup],
    doc: {
      what: 'How much the Performance Schema records: none, tables, statements, default or sync, as in the published test.',
      formula:
        'sync: half of the mutex and lock instruments are on; none: consumer global_instrumentation is off or no instrument is on; tables: table or file instruments without statements; statements: the reverse; default: both',
      source: levelSource,
    },
    compute: level,
  },
  {
    id: 'instruments_cost',
    unit: 'percent',
    type: 'number',
    needs: [setup],
    doc: {
      what: 'What that level cost in the published test, as a share of the throughput. An estimate: only the probe shows what it costs here.',
      formula: 'none 2, tables 3, statements 3, default 4.5, sync 9.5',
      source: levelSource,
    },
    compute: (read) => costs[level(read)],
  },
  {
    id: 'long_history_on',
    unit: 'none',
    type: 'boolean',
    needs: [setup],
    doc: {
      what: 'A consumer keeps the long history of waits or stages: each event is copied once more.',
      formula: "events_waits_history_long or events_stages_history_long with ENABLED = 'YES'",
      source: 'performance_schema.setup_consumers',
    },
    compute: (read) =>
      read
        .rows('pfs-setup')
        .some(
          (row) =>
            row.kind === 'consumer' &&
            row.enabled === 'YES' &&
            /^events_(waits|stages)_history_long$/.test(String(row.name)),
        ),
  },
  {
    id: 'memory_instruments_share',
    unit: 'ratio',
    type: 'number',
    needs: [setup],
    doc: {
      what: 'Share of the memory instruments that are on.',
      formula: "memory/% with ENABLED = 'YES' / all of them",
      source: 'performance_schema.setup_instruments',
    },
    compute: (read) => {
      const all = read
        .rows('pfs-setup')
        .filter((row) => row.kind === 'instrument' && String(row.name).startsWith('memory/'));
      if (all.length === 0) return read.missing('absent', 'This server has no memory instruments.');
      return all.filter((row) => row.enabled === 'YES').length / all.length;
    },
  },
  {
    id: 'digest_overflow_share',
    unit: 'ratio',
    type: 'number',
    needs: ['section.statement-digests'],
    doc: {
      what: 'Share of the statements that were counted without a digest of their own, because the table of digests was full.',
      formula: 'COUNT_STAR of the row with DIGEST NULL / COUNT_STAR of all rows, both within the window',
      source: 'MySQL manual, "Performance Schema Statement Digests and Sampling"',
    },
    compute: (read) => {
      const found = digestCounts(read);
      const total = sum(found);
      if (total === 0) return read.missing('error', 'No statement was counted in the window.');
      return sum(found.filter(({ digest }) => digest === null)) / total;
    },
  },
  {
    id: 'digest_cut_share',
    unit: 'ratio',
    type: 'number',
    needs: ['section.statement-digests'],
    doc: {
      what: 'Share of the statements whose digest text was cut off: long statements that differ only later count as one.',
      formula:
        'COUNT_STAR of rows whose DIGEST_TEXT ends in "..." / COUNT_STAR of all, both within the window',
      source: 'MySQL manual, "Performance Schema Statement Digests and Sampling"; max_digest_length',
    },
    compute: (read) => {
      const found = digestCounts(read);
      const total = sum(found);
      if (total === 0) return read.missing('error', 'No statement was counted in the window.');
      // A list of values is written as (...) and ends in a bracket; only a cut text ends in dots.
      return sum(found.filter(({ text }) => text.endsWith('...'))) / total;
    },
  },
];

function level(read: FactReader): keyof typeof costs {
  const rows = read.rows('pfs-setup').filter((row) => row.enabled === 'YES');
  const consumer = (name: string) => rows.some((row) => row.kind === 'consumer' && row.name === name);
  const instruments = rows.filter((row) => row.kind === 'instrument').map((row) => String(row.name));
  if (!consumer('global_instrumentation') || instruments.length === 0) return 'none';
  const latches = /^wait\/synch\/(mutex|rwlock|sxlock|prlock)\//;
  const all = read.rows('pfs-setup').filter((row) => latches.test(String(row.name))).length;
  if (all > 0 && instruments.filter((name) => latches.test(name)).length >= 0.5 * all) return 'sync';
  const statements = instruments.some((name) => name.startsWith('statement/'));
  const tables = instruments.some((name) => /^wait\/(io|lock)\/(table|file)\//.test(name));
  if (statements && tables) return 'default';
  return statements ? 'statements' : tables ? 'tables' : 'none';
}

interface DigestCount {
  digest: string | null;
  text: string;
  count: number;
}

function digestCounts(read: FactReader): DigestCount[] {
  return countsOf(allDigests(read));
}

const countsOf = onceFor((digests: Digest[]) =>
  digests.map((delta) => ({
    digest: delta.row.digest === null || delta.row.digest === undefined ? null : String(delta.row.digest),
    text: String(delta.row.digest_text ?? ''),
    count: delta.increase('count_star') ?? 0,
  })),
);

function sum(counts: readonly DigestCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
