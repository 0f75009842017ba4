import { lex } from '../../../knowledge/sql/lexer';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { largest } from '../inputs/interval-values';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

type Session = Row<'processlist'>;

const listSource = 'process list at the end of the window';

/** Facts on what clients do with their connections. */
export const clientFacts: FactDefinition[] = [
  {
    id: 'connection_rate_peak',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Connections'],
    onlyInWindow: 'A peak needs samples.',
    doc: {
      what: 'Most connection attempts in one sampled second.',
      formula: 'max of Connections per second over the intervals',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) =>
      largest(read.rateInIntervals('Connections')) ??
      read.missing('no-window', 'Connections was not sampled.'),
    perSecond: (read) => read.rateInIntervals('Connections'),
  },
  {
    id: 'connections_idle',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Connections that have slept for ten minutes or longer.',
      formula: 'sessions in Sleep with TIME >= 600',
      source: listSource,
    },
    compute: (read) => sleptFor(read, 600).length,
  },
  {
    id: 'connections_idle_hour',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Connections that have slept for an hour or longer.',
      formula: 'sessions in Sleep with TIME >= 3600',
      source: listSource,
    },
    compute: (read) => sleptFor(read, 3600).length,
  },
  {
    id: 'connections_listed',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Connections of clients in the process list.',
      formula: "sessions without the server's own and those of replicas",
      source: listSource,
    },
    compute: (read) => clients(read).length,
  },
  {
    id: 'connections_asleep',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Connections that sleep, however long.',
      formula: 'sessions in Sleep',
      source: listSource,
    },
    compute: (read) =>
      clients(read).filter(({ command }) => String(command ?? '').toLowerCase() === 'sleep').length,
  },
  {
    id: 'connections_in_login',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Connections that have not finished logging in.',
      formula: 'sessions of "unauthenticated user" or in state login',
      source: `${listSource}; MySQL manual, "General Thread States", login`,
    },
    compute: (read) => inLogin(read).length,
  },
  {
    id: 'connections_long_in_login',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Those of them that have been logging in for two seconds or longer.',
      formula: 'connections_in_login with TIME >= 2',
      source: `${listSource}; before MySQL 5.7 such connections have no TIME`,
    },
    compute: (read) => inLogin(read).filter(({ time }) => (cellNumber(time) ?? 0) >= 2).length,
  },
  {
    id: 'hosts_blocked',
    unit: 'count',
    type: 'number',
    needs: ['section.host-errors', 'variable.max_connect_errors'],
    doc: {
      what: 'Client addresses that the server refuses now, for connections that broke off.',
      formula:
        'rows of the host cache with SUM_CONNECT_ERRORS >= max_connect_errors; hosts of which a text quotes that they are blocked',
      source: `MySQL manual, "Host 'host_name' is blocked"; performance_schema.host_cache`,
    },
    compute: (read) => {
      const limit = read.number('max_connect_errors');
      return read.rows('host-errors').filter(
        ({ sum_connect_errors: errors, count_host_blocked_errors: refused }) =>
          (cellNumber(errors) ?? 0) >= limit ||
          // A text quotes that it was refused, and nobody read how many errors led to it.
          (errors === null && (cellNumber(refused) ?? 0) > 0),
      ).length;
    },
  },
  {
    id: 'longest_select_seconds',
    unit: 'seconds',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Age of the SELECT that has run longest.',
      formula: 'largest TIME of sessions that execute a SELECT and wait for no lock',
      source: listSource,
    },
    compute: (read) => cellNumber(longestSelect(read)?.time) ?? 0,
  },
  {
    id: 'longest_select_connection',
    unit: 'none',
    type: 'string',
    needs: ['section.processlist'],
    doc: { what: 'Connection of that SELECT.', formula: 'ID of that session', source: listSource },
    compute: (read) => String(longestSelect(read)?.id ?? 'none'),
  },
  {
    id: 'rows_read_in_scans',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Handler_read_rnd_next'],
    doc: {
      what: 'Rows per second read in the order of the table, as scans do.',
      formula: 'Handler_read_rnd_next per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => read.rate('Handler_read_rnd_next'),
    perSecond: (read) => read.rateInIntervals('Handler_read_rnd_next'),
  },
  {
    id: 'pool_reads_per_change',
    unit: 'ratio',
    type: 'number',
    needs: [
      'status.Innodb_buffer_pool_read_requests',
      'status.Handler_update',
      'status.Handler_delete',
      'status.Handler_write',
    ],
    doc: {
      what: 'Logical page reads for each row changed.',
      formula:
        'Innodb_buffer_pool_read_requests / (Handler_update + Handler_delete + Handler_write), within the window',
      source: '[percona-blog] many row versions: 65 grew to 37,000 under one old read view',
    },
    compute: (read) => {
      const changes = read.rate('Handler_update') + read.rate('Handler_delete') + read.rate('Handler_write');
      return changes > 0
        ? read.rate('Innodb_buffer_pool_read_requests') / changes
        : read.missing('error', 'No row was changed in the window.');
    },
  },
];

function sleptFor(read: FactReader, seconds: number): Session[] {
  return clients(read).filter(
    ({ command, time }) => command === 'Sleep' && (cellNumber(time) ?? 0) >= seconds,
  );
}

function inLogin(read: FactReader): Session[] {
  return read
    .rows('processlist')
    .filter(
      ({ user, state }) =>
        /^unauthenticated user$/i.test(String(user ?? '')) || /^login$/i.test(String(state ?? '')),
    );
}

/** Sessions of clients: without the server's own and those of replicas. */
function clients(read: FactReader): Session[] {
  return read
    .rows('processlist')
    .filter(({ command }) => !/^(Daemon|Binlog Dump|Connect|Slave_|Replica_)/i.test(String(command ?? '')));
}

/** Whether a statement, maybe cut, begins with SELECT or WITH after brackets and comments. */
function isSelect(sql: string): boolean {
  for (const { kind, text } of lex(sql)) {
    if (kind === 'space' || kind === 'comment' || kind === 'run-comment' || text === '(') continue;
    return kind === 'word' && /^(?:SELECT|WITH)$/i.test(text);
  }
  return false;
}

function longestSelect(read: FactReader): Session | undefined {
  let longest: Session | undefined;
  for (const row of clients(read)) {
    if (!/^(Query|Execute)$/i.test(String(row.command)) || /lock/i.test(String(row.state ?? ''))) continue;
    if (!isSelect(String(row.info ?? ''))) continue;
    if ((cellNumber(row.time) ?? 0) > (cellNumber(longest?.time) ?? 0)) longest = row;
  }
  return longest;
}
