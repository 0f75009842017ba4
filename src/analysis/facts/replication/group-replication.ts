import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

type Member = Row<'group-replication'>;

import { sectionDeltas } from '../inputs/section-deltas';

const members = 'MySQL manual, "The replication_group_members Table"';
const stats = 'MySQL manual, "The replication_group_member_stats Table"';

/** Facts on a replication group as this member sees it. */
export const groupReplicationFacts: FactDefinition[] = [
  {
    id: 'is_group_member',
    unit: 'none',
    type: 'boolean',
    needs: ['section.group-replication', 'variable.group_replication_group_name'],
    doc: {
      what: 'This server belongs to a replication group, or is set up for one.',
      formula:
        'group_replication_group_name exists, and it is set or replication_group_members names members',
      source: members,
    },
    compute: (read) => {
      const found = read.rowsOrReason('group-replication');
      if (!('reason' in found) && found.rows.some((row) => String(row.member_id ?? '') !== '')) return true;
      // The plugin brings its variables with it: a whole list of variables without them is the list of no member.
      if (read.lacksVariable('group_replication_group_name')) return false;
      read.rows('group-replication');
      return String(read.variable('group_replication_group_name')) !== '';
    },
  },
  {
    id: 'group_size',
    unit: 'count',
    type: 'number',
    needs: ['section.group-replication'],
    doc: {
      what: 'Members of the group that this one knows.',
      formula: 'rows with a MEMBER_ID',
      source: members,
    },
    compute: (read) => groupRows(read).length,
  },
  {
    id: 'group_members_not_online',
    unit: 'count',
    type: 'number',
    needs: ['section.group-replication'],
    doc: {
      what: 'Members that do not take part: OFFLINE, ERROR, UNREACHABLE or RECOVERING; this server alone and offline counts as one.',
      formula: 'rows with a MEMBER_STATE other than ONLINE',
      source: members,
    },
    compute: (read) => withStates(read).filter((row) => stateOf(row) !== 'ONLINE').length,
  },
  {
    id: 'group_members_recovering',
    unit: 'count',
    type: 'number',
    needs: ['section.group-replication'],
    doc: {
      what: 'Members that are catching up before they take part.',
      formula: 'rows with MEMBER_STATE RECOVERING',
      source: members,
    },
    compute: (read) => withStates(read).filter((row) => stateOf(row) === 'RECOVERING').length,
  },
  {
    id: 'group_own_state',
    unit: 'none',
    type: 'string',
    needs: ['section.group-replication', 'section.variables', 'variable.server_uuid'],
    doc: {
      what: 'State of this member itself: ONLINE, RECOVERING, ERROR or OFFLINE.',
      formula:
        'MEMBER_STATE of the row whose MEMBER_ID is server_uuid; a member that has left sees itself alone',
      source: members,
    },
    compute: (read) => {
      const rows = withStates(read);
      const own = read.hasVariable('server_uuid') ? String(read.variable('server_uuid')) : '';
      const row = rows.find(({ member_id }) => own !== '' && String(member_id) === own);
      const found = row ?? (rows.length === 1 ? rows[0] : undefined);
      return found === undefined
        ? read.missing('absent', 'None of the members is known to be this server.')
        : stateOf(found);
    },
  },
  {
    id: 'group_takes_part',
    unit: 'none',
    type: 'boolean',
    needs: ['fact.group_own_state'],
    doc: {
      what: 'This server is in the group (ONLINE or RECOVERING), rather than expelled, failed or stopped.',
      formula: 'group_own_state is ONLINE or RECOVERING',
      source: members,
    },
    compute: (read) => {
      const own = read.factReading('group_own_state');
      return own.known ? isIn(String(own.value)) : read.missing(own.reason.code, own.reason.text);
    },
  },
  {
    id: 'group_has_majority',
    unit: 'none',
    type: 'boolean',
    needs: ['section.group-replication'],
    doc: {
      what: 'More than half of the members that this one knows can be reached: the group can agree on writes.',
      formula: 'rows with MEMBER_STATE ONLINE or RECOVERING > rows / 2',
      source: 'MySQL manual, "Group Replication Fault Tolerance"',
    },
    compute: (read) => {
      withStates(read);
      const states = groupRows(read).map(stateOf);
      return states.filter(isIn).length > states.length / 2;
    },
  },
  {
    id: 'group_states',
    unit: 'none',
    type: 'string',
    needs: ['section.group-replication'],
    doc: {
      what: 'How many members are in which state.',
      formula: 'rows by MEMBER_STATE',
      source: members,
    },
    compute: (read) => {
      const states = new Map<string, number>();
      for (const row of withStates(read)) {
        states.set(stateOf(row), (states.get(stateOf(row)) ?? 0) + 1);
      }
      return [...states].map(([state, count]) => `${count} ${state}`).join(', ');
    },
  },
  {
    id: 'group_primaries',
    unit: 'count',
    type: 'number',
    needs: ['section.group-replication'],
    doc: { what: 'Members that take writes.', formula: 'rows with MEMBER_ROLE PRIMARY', source: members },
    compute: (read) => {
      const rows = groupRows(read);
      if (rows.every((row) => row.member_role === undefined)) {
        return read.missing('absent', 'Members report their role from MySQL 8.0.2.');
      }
      return rows.filter((row) => /^primary$/i.test(String(row.member_role))).length;
    },
  },
  {
    id: 'group_versions',
    unit: 'count',
    type: 'number',
    needs: ['section.group-replication'],
    doc: {
      what: 'Different server versions in the group.',
      formula: 'different values of MEMBER_VERSION',
      source: members,
    },
    compute: (read) => {
      const versions = groupRows(read).flatMap((row) => row.member_version ?? []);
      return versions.length === 0
        ? read.missing('absent', 'Members report their version from MySQL 8.0.2.')
        : new Set(versions).size;
    },
  },
  {
    id: 'group_certification_queue',
    unit: 'count',
    type: 'number',
    needs: ['section.group-replication'],
    doc: {
      what: 'Transactions waiting to be checked for conflicts, at the member with most of them.',
      formula: 'largest COUNT_TRANSACTIONS_IN_QUEUE',
      source: stats,
    },
    compute: (read) => largestOf(read, 'count_transactions_in_queue'),
  },
  {
    id: 'group_applier_queue',
    unit: 'count',
    type: 'number',
    needs: ['section.group-replication'],
    doc: {
      what: 'Transactions of other members waiting to be applied, at the member with most of them.',
      formula: 'largest COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE',
      source: stats,
    },
    compute: (read) => largestOf(read, 'count_transactions_remote_in_applier_queue'),
  },
  {
    id: 'group_own_applier_queue',
    unit: 'count',
    type: 'number',
    needs: ['section.group-replication', 'section.variables', 'variable.server_uuid'],
    doc: {
      what: 'Transactions of other members waiting to be applied at this member.',
      formula: 'COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE of the row whose MEMBER_ID is server_uuid',
      source: stats,
    },
    compute: (read) => {
      const own = String(read.variable('server_uuid'));
      const row = groupRows(read).find(({ member_id }) => String(member_id) === own);
      const queue = row && cellNumber(row.count_transactions_remote_in_applier_queue);
      return queue ?? read.missing('absent', 'None of the members is known to be this server.');
    },
  },
  {
    id: 'group_rollback_ratio',
    unit: 'ratio',
    type: 'number',
    needs: ['section.group-replication'],
    doc: {
      what: 'Share of the transactions proposed in the window that were rolled back because another member changed the same rows.',
      formula:
        'increase of COUNT_TRANSACTIONS_LOCAL_ROLLBACK / increase of COUNT_TRANSACTIONS_LOCAL_PROPOSED, over all members',
      source: stats,
    },
    compute: (read) => {
      const deltas = sectionDeltas(read, 'group-replication', (row) => String(row.member_id));
      const sum = (column: keyof Member) =>
        deltas.reduce((total, row) => total + (row.increase(column) ?? 0), 0);
      const proposed = sum('count_transactions_local_proposed');
      return proposed === 0
        ? read.missing('absent', 'No member proposed a transaction within the window.')
        : sum('count_transactions_local_rollback') / proposed;
    },
  },
];

function groupRows(read: FactReader): Member[] {
  return read.rows('group-replication').filter((row) => String(row.member_id ?? '') !== '');
}

/** All rows, where somebody read the states of the members: their queues stand in a table of their own. */
function withStates(read: FactReader): readonly Member[] {
  const rows = read.rows('group-replication');
  return rows.length > 0 && rows.every((row) => row.member_state === undefined)
    ? read.missing('absent', 'The states of the members were not read.')
    : rows;
}

function stateOf(row: Member): string {
  return String(row.member_state ?? 'OFFLINE').toUpperCase();
}

/** Counts towards the majority. */
function isIn(state: string): boolean {
  return state === 'ONLINE' || state === 'RECOVERING';
}

function largestOf(read: FactReader, column: keyof Member): number {
  const values = groupRows(read).flatMap((row) => cellNumber(row[column]) ?? []);
  return values.length === 0
    ? read.missing('absent', 'No member of the group shows its queues.')
    : Math.max(...values);
}
