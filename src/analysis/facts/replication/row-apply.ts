import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

type Session = Row<'processlist'>;

/** States of an applier that is within an event of row changes; the kind of change where the state names it. */
const applyingStates: readonly RegExp[] = [
  /^applying batch of row changes(?: \((\w{5,6})\))?/i,
  /^(delete|update)_rows_log_event/i,
];
/** States of an applier that waits for another one, or for work. */
const waitingStates =
  /^waiting for (?:dependent|preceding|prior) transaction|^waiting for an event from coordinator|^waiting for work from|^waiting for (?:replica|slave) workers?/i;

const source =
  'process list at the end of the window; MySQL manual, "Replication SQL Thread States"; MariaDB log_event_server.cc';

/** What the appliers of a replica do with events of row changes, by the process list. TIME of an applier is the age of what it applies. */
export const rowApplyFacts: FactDefinition[] = [
  {
    id: 'row_apply_seconds',
    unit: 'seconds',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Age of the oldest row event that an applier is still applying; 0 if there is none.',
      formula:
        'largest TIME of threads of replication in "Applying batch of row changes" or "..._rows_log_event"',
      source,
    },
    compute: (read) => cellNumber(oldest(read)?.session.time) ?? 0,
  },
  {
    id: 'applied_scan_rows_per_change',
    unit: 'count',
    type: 'number',
    needs: [
      'fact.is_replica',
      'fact.rows_read_in_scans',
      'fact.statement_rate',
      'status.Handler_update',
      'status.Handler_delete',
    ],
    doc: {
      what: 'Rows that a replica reads in scans for each row it updates or deletes, where clients send next to no statements: what the applier does.',
      formula:
        'rows_read_in_scans / (Handler_update + Handler_delete per second); 0 for fewer than one change a second',
      source:
        'MySQL manual, "Replication and Row Searches"; log_event.cc, Rows_log_event::do_table_scan_and_update',
    },
    compute: (read) => {
      const replica = read.factReading('is_replica');
      if (!replica.known || replica.value !== true)
        return read.missing('absent', 'The server is no replica.');
      const changes = read.rate('Handler_update') + read.rate('Handler_delete');
      if (changes < 1) return 0;
      if (read.fact('statement_rate') > 0.1 * changes)
        return read.missing('error', 'Statements of clients may scan as well.');
      return read.fact('rows_read_in_scans') / changes;
    },
  },
  {
    id: 'row_apply_waiters',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Other appliers that wait for it or for work meanwhile.',
      formula: 'threads of replication in "Waiting for dependent transaction to commit" and the like',
      source,
    },
    compute: (read) =>
      appliers(read).filter(({ state }) => waitingStates.test(String(state ?? '').trim())).length,
  },
  {
    id: 'row_apply_change',
    unit: 'none',
    type: 'string',
    needs: ['section.processlist'],
    doc: {
      what: 'What this event changes, as far as the list says it.',
      formula: 'kind of change and the table of the statement, by STATE and INFO',
      source,
    },
    compute: (read) => {
      const found = oldest(read);
      if (found === undefined) return 'none';
      const { kind, table } = found;
      const what = kind === null ? 'row changes' : `a ${kind.toUpperCase()}`;
      return table === null ? what : `${what} on ${table}`;
    },
  },
  {
    id: 'row_apply_table_without_key',
    unit: 'none',
    type: 'string',
    needs: ['section.processlist', 'section.tables-without-primary-key'],
    doc: {
      what: 'The table of this event, where it is known to have no key by which a row is found.',
      formula: 'that table among the tables without a primary or unique key',
      source: 'MySQL manual, "Replication and Row Searches"',
    },
    compute: (read) => {
      const table = oldest(read)?.table ?? null;
      const bare = table?.split('.').at(-1);
      const found = read
        .rows('tables-without-primary-key')
        .find(({ table_name, unique_key }) => unique_key == null && String(table_name) === bare);
      return table === null || found === undefined
        ? read.missing('absent', 'The table of the event is not known to lack a key.')
        : table;
    },
  },
];

interface Applying {
  session: Session;
  kind: string | null;
  /** `db.name`, or the name alone; null: not reported. */
  table: string | null;
}

function appliers(read: FactReader): Session[] {
  return read
    .rows('processlist')
    .filter(
      ({ user, command }) =>
        /^system user$/i.test(String(user ?? '')) || /^slave_(?:sql|worker)$/i.test(String(command ?? '')),
    );
}

function oldest(read: FactReader): Applying | undefined {
  return appliers(read)
    .flatMap((session): Applying[] => {
      const state = String(session.state ?? '').trim();
      const match = applyingStates.map((pattern) => pattern.exec(state)).find((one) => one !== null);
      if (match === undefined || match === null) return [];
      return [{ session, kind: match[1] ?? null, table: tableOf(session, state) }];
    })
    .sort((a, b) => (cellNumber(b.session.time) ?? 0) - (cellNumber(a.session.time) ?? 0))[0];
}

/** By the state (`... on table `shop`.`log``, MariaDB), else by the statement that the event is of. */
function tableOf({ info, db }: Session, state: string): string | null {
  const name =
    /on table (`?[\w$]{1,64}`?(?:\.`?[\w$]{1,64}`?)?)/i.exec(state)?.[1] ??
    /\b(?:delete\s{1,5}from|update|insert\s{1,5}into|replace\s{1,5}into)\s{1,5}(`?[\w$]{1,64}`?(?:\.`?[\w$]{1,64}`?)?)/i.exec(
      String(info ?? ''),
    )?.[1];
  if (name === undefined) return null;
  const plain = name.replaceAll('`', '');
  return plain.includes('.') || db == null || db === '' ? plain : `${db}.${plain}`;
}
