import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { rateOf } from '../inputs/rate-of';

const source = 'MySQL manual, "Server Status Variables"';

/** Statements with a SELECT within, whose scans are counted too (sql_select.cc). */
const others = ['Com_insert_select', 'Com_replace_select'] as const;

/** Each counts rows: by a key, along an index in either direction, by position, and in the order of the table. */
const rowReads = [
  'Handler_read_key',
  'Handler_read_next',
  'Handler_read_prev',
  'Handler_read_rnd',
  'Handler_read_rnd_next',
] as const;

/** What SELECTs scan, by the counters alone: ratios of totals, which need no window. */
export const scanFacts: FactDefinition[] = [
  {
    id: 'select_rate',
    ...rateOf('Com_select'),
    doc: { what: 'SELECT statements per second.', formula: 'Com_select per second', source },
  },
  perSelect(
    'scan_rows_per_select',
    'Handler_read_rnd_next',
    'Rows read in the order of a table, for each SELECT.',
  ),
  perSelect('select_scan_share', 'Select_scan', 'SELECTs that scan their first table, as a share of all.'),
  perSelect('full_join_share', 'Select_full_join', 'Joins without an index, as a share of the SELECTs.'),
  {
    id: 'scan_row_share',
    unit: 'ratio',
    type: 'number',
    needs: rowReads.map((name) => `status.${name}` as const),
    doc: {
      what: 'Rows read in the order of a table, as a share of all rows that statements read.',
      formula: `Handler_read_rnd_next / (${rowReads.join(' + ')}); a ratio of totals where there is no window`,
      source,
    },
    compute: (read) => {
      const all = rowReads.reduce((sum, name) => sum + read.rate(name), 0);
      return all > 0 ? read.rate('Handler_read_rnd_next') / all : read.missing('error', 'No row was read.');
    },
  },
  {
    id: 'rows_read_in_index_scans',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Handler_read_first', 'status.Handler_read_key', 'status.Handler_read_next'],
    doc: {
      what: 'Rows per second read in the order of an index, where indexes are read from their beginning more often than by a key: statements scan whole indexes.',
      formula: 'Handler_read_next per second where Handler_read_first >= Handler_read_key, else 0',
      source,
    },
    compute: (read) =>
      read.rate('Handler_read_first') >= read.rate('Handler_read_key') ? read.rate('Handler_read_next') : 0,
  },
];

function perSelect(id: string, counter: string, what: string): FactDefinition {
  return {
    id,
    unit: 'ratio',
    type: 'number',
    needs: ['status.Com_select', ...others.map((other) => `status.${other}` as const), `status.${counter}`],
    doc: { what, formula: `${counter} / (Com_select + ${others.join(' + ')}), those that were read`, source },
    compute: (read) => ofSelects(read, counter),
  };
}

function ofSelects(read: FactReader, counter: string): number {
  const selects = others.reduce((sum, other) => {
    const rate = read.rateReading(other);
    return rate.known ? sum + rate.value : sum;
  }, read.rate('Com_select'));
  return selects > 0 ? read.rate(counter) / selects : read.missing('error', 'No SELECT was counted.');
}
