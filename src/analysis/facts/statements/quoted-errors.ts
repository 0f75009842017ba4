import type { FactDefinition } from '../inputs/definition';

/** Errors that clients are given, of which a text quotes some: how often they happen is not known. */
const quoted = [
  { id: 'quoted_packet_errors', error: 1153, what: 'a packet is larger than max_allowed_packet' },
  { id: 'quoted_full_tables', error: 1114, what: 'a table is full' },
  { id: 'quoted_reprepare_errors', error: 1615, what: 'a statement had to be prepared again and again' },
  { id: 'quoted_idle_ends', error: 4031, what: 'the server has ended a connection that was idle' },
] as const;

/** Facts on errors that a text quotes. */
export const quotedErrorFacts: FactDefinition[] = quoted.map(({ id, error, what }) => ({
  id,
  unit: 'count',
  type: 'number',
  needs: ['section.error-counts'],
  doc: {
    what: `Times that a text quotes the error that ${what}; 0 where the server itself counts its errors.`,
    formula: `lines with error ${error}; what the Performance Schema counts has FIRST_SEEN`,
    source: `MySQL manual, "Server Error Message Reference", ${error}`,
  },
  compute: (read) =>
    read
      .rows('error-counts')
      .filter((row) => Number(row.error_number) === error && row.first_seen == null)
      .reduce((sum, row) => sum + Number(row.sum_error_raised ?? 0), 0),
}));
