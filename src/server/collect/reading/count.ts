import { plausibleNumber } from '../../../shared/base/plausible-number';
import { shortText } from '../../../shared/base/short-text';
import type { Table } from '../../../shared/snapshot';
import { CollectorSkipped } from './collector-skipped';

/**
 * The first cell as a count.
 * @param what is counted, in the plural
 * @throws Unread where the server gives no number that a count can be
 */
export function countOf({ rows }: Table, what: string): number {
  const cell = rows[0]?.[0];
  const count = plausibleNumber(cell);
  if (count !== null && Number.isSafeInteger(count) && count >= 0) return count;
  const given = cell == null ? 'nothing' : `"${shortText(String(cell), 40)}"`;
  throw new CollectorSkipped({ code: 'error', text: `The server gives no number of ${what}, but ${given}.` });
}
