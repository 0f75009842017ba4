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
