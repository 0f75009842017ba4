import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { rateOf } from '../inputs/rate-of';

const source = 'MySQL manual, "Server Status Variables"';

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
];

function perSelect(id: string, counter: string, what: string): FactDefinition {
  return {
    id,
    unit: 'ratio',
    type: 'number',
    needs: ['status.Com_select', `status.${counter}`],
    doc: { what, formula: `${counter} / Com_select`, source },
    compute: (read) => ofSelects(read, counter),
  };
}

function ofSelects(read: FactReader, counter: string): number {
  const selects = read.rate('Com_select');
  return selects > 0 ? read.rate(counter) / selects : read.missing('error', 'No SELECT was counted.');
}
