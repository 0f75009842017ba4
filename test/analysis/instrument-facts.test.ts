import { expect, test } from 'vitest';
import { factCatalog } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { type Build, buildSnapshot, tableSection } from './snapshot-builder';

const fact = (build: Build, id: string) => {
  const reading = new FactSet(new Observed(buildSnapshot(build)), factCatalog()).reading(id);
  return reading.known ? reading.value : reading.reason.code;
};
const setup = (rows: [string, string, string][]): Build => ({
  sections: {
    'pfs-setup': tableSection(['KIND', 'NAME', 'ENABLED', 'TIMED'], {
      end: rows.map(([kind, name, on]) => [kind, name, on, on]),
    }),
  },
});
const consumer: [string, string, string] = ['consumer', 'global_instrumentation', 'YES'];
const latch = (on: string): [string, string, string] => [
  'instrument',
  'wait/synch/mutex/innodb/trx_sys_mutex',
  on,
];
const statement: [string, string, string] = ['instrument', 'statement/sql/select', 'YES'];
const file: [string, string, string] = ['instrument', 'wait/io/file/innodb/innodb_data_file', 'YES'];

test('the level of instruments and its published cost follow from what is on', () => {
  const cases: [[string, string, string][], string, number][] = [
    [[latch('NO')], 'none', 2],
    [[consumer, file, latch('NO')], 'tables', 3],
    [[consumer, statement, latch('NO')], 'statements', 3],
    [[consumer, statement, file, latch('NO')], 'default', 4.5],
    [[consumer, statement, file, latch('YES')], 'sync', 9.5],
  ];
  for (const [rows, level, cost] of cases) {
    expect(fact(setup(rows), 'instruments_level')).toBe(level);
    expect(fact(setup(rows), 'instruments_cost')).toBe(cost);
  }
});

test('statements without a digest of their own, and with a text that is cut, are reported as shares of the window', () => {
  const columns = ['SCHEMA_NAME', 'DIGEST', 'DIGEST_TEXT', 'COUNT_STAR'];
  const build: Build = {
    sections: {
      'statement-digests': tableSection(columns, {
        start: [
          [null, null, null, 100],
          ['a', 'd1', 'SELECT ?', 100],
        ],
        end: [
          [null, null, null, 120],
          ['a', 'd1', 'SELECT ?', 150],
          ['a', 'd2', 'SELECT `x` , ...', 30],
        ],
      }),
    },
  };
  expect(fact(build, 'digest_overflow_share')).toBe(0.2);
  expect(fact(build, 'digest_cut_share')).toBe(0.3);
});

test('write amplification is pages flushed for redo written, and nothing without redo', () => {
  const steps = (step: number) => Array.from({ length: 11 }, (_, index) => index * step);
  const build = (redo: number): Build => ({
    variables: { innodb_page_size: 16_384 },
    counters: { Innodb_buffer_pool_pages_flushed: steps(100), Innodb_redo_log_current_lsn: steps(redo) },
  });
  expect(fact(build(163_840), 'write_amplification')).toBeCloseTo(10);
  expect(fact(build(100), 'write_amplification')).toBe('error');
});
