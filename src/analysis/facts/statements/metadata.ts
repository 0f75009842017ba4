import type { FactDefinition } from '../inputs/definition';
import {
  allDigests,
  type Digest,
  digestInputs,
  digestSource,
  digests,
  statementTime,
} from '../inputs/digest-deltas';

/** What Latchkey asks itself in a snapshot comes once or twice; who asks more often is a monitor or an application. */
const often = 4;

/** What clients spend on the server's description of its tables. */
export const metadataFacts: FactDefinition[] = [
  {
    id: 'metadata_time_share',
    unit: 'ratio',
    type: 'number',
    needs: digestInputs,
    doc: {
      what: 'Share of the statement time that clients spend on sizes and statistics of tables: INFORMATION_SCHEMA.TABLES and STATISTICS, SHOW TABLE STATUS, SHOW INDEX.',
      formula: `SUM_TIMER_WAIT of these digests with ${often} executions or more within the window / that of these and of all others`,
      source: digestSource,
    },
    compute: (read) => {
      const others = statementTime(digests(read).filter((delta) => !asksForMetadata(delta)));
      const metadata = statementTime(allDigests(read).filter(asksForMetadata));
      const total = others + metadata;
      return total > 0 ? metadata / total : read.missing('error', 'No statement ran.');
    },
  },
];

function asksForMetadata(delta: Digest): boolean {
  if ((delta.increase('count_star') ?? 0) < often) return false;
  const text = String(delta.row.digest_text ?? '')
    .toLowerCase()
    .replaceAll('`', '');
  return (
    /information_schema ?\. ?(?:tables|statistics)\b/.test(text) ||
    /^show (?:full )?(?:table status|index|indexes|keys)\b/.test(text)
  );
}
