import type { Cell } from '../../../shared/snapshot';
import { cellOf, type ResultKind } from './result-kind';

/** Versions in the order of the members; a group that is being upgraded has two. */
const memberVersion = /^\d{1,2}\.\d{1,2}\.\d{1,3}$/;

export const memberColumns = [
  'MEMBER_ID',
  'MEMBER_HOST',
  'MEMBER_PORT',
  'MEMBER_STATE',
  'MEMBER_ROLE',
  'MEMBER_VERSION',
];

/** performance_schema.replication_group_members, also where people chose columns of it. A member is its address where no id is shown. */
export const groupMembers: ResultKind = {
  title: 'group members',
  matches: (columns) => ['member_host', 'member_state'].every((name) => columns.includes(name)),
  pieces: (columns, { rows, at }) => {
    const names = memberColumns.filter(
      (name) => name === 'MEMBER_ID' || columns.includes(name.toLowerCase()),
    );
    const version = columns.indexOf('member_version');
    const versions = new Set(
      rows.map((row) => row[version] ?? '').filter((text) => memberVersion.test(text)),
    );
    const [only] = versions.size === 1 ? versions : [];
    return [
      ...(only === undefined
        ? []
        : [{ kind: 'stated-server' as const, flavour: 'mysql' as const, version: only }]),
      {
        kind: 'table',
        section: 'group-replication',
        columns: names,
        rows: rows.map((row): Cell[] => {
          const cell = (name: string) => {
            const index = columns.indexOf(name.toLowerCase());
            return index < 0 ? null : cellOf(row[index]);
          };
          const address = [cell('member_host'), cell('member_port')]
            .filter((part) => part !== null)
            .join(':');
          return names.map((name) => (name === 'MEMBER_ID' ? (cell(name) ?? address) : cell(name)));
        }),
        at,
      },
    ];
  },
};

const statColumns = [
  [
    'COUNT_TRANSACTIONS_IN_QUEUE',
    /^count_transactions_in_queue$|^(?:certif\w*|cert)_?(?:q|queue)(?:_size|_len(?:gth)?)?$/,
  ],
  [
    'COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE',
    /^count_transactions_remote_in_applier_queue$|^(?:applier|apply|appl)_?(?:q|queue)(?:_size|_len(?:gth)?)?$/,
  ],
  ['COUNT_TRANSACTIONS_CHECKED', /^count_transactions_checked$/],
  ['COUNT_CONFLICTS_DETECTED', /^count_conflicts_detected$/],
  ['COUNT_TRANSACTIONS_REMOTE_APPLIED', /^count_transactions_remote_applied$/],
  ['COUNT_TRANSACTIONS_LOCAL_PROPOSED', /^count_transactions_local_proposed$/],
  ['COUNT_TRANSACTIONS_LOCAL_ROLLBACK', /^count_transactions_local_rollback$/],
] as const;

/** performance_schema.replication_group_member_stats: the queues of the members, also under names of people. */
export const groupMemberStats: ResultKind = {
  title: 'group member queues',
  matches: (columns) =>
    columns.includes('member_id') &&
    !columns.includes('member_state') &&
    statColumns.some(([, pattern]) => columns.some((name) => pattern.test(name))),
  pieces: (columns, { rows, at }) => {
    const found = statColumns.flatMap(([name, pattern]) => {
      const index = columns.findIndex((column) => pattern.test(column));
      return index < 0 ? [] : [{ name, index }];
    });
    return [
      {
        kind: 'table',
        section: 'group-replication',
        columns: ['MEMBER_ID', ...found.map(({ name }) => name)],
        rows: rows.map((row) => [
          cellOf(row[columns.indexOf('member_id')]),
          ...found.map(({ index }) => cellOf(row[index])),
        ]),
        at,
      },
    ];
  },
};
