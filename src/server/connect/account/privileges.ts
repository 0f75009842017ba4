import {
  compareVersions,
  type Flavour,
  type ServerIdentity,
  type VersionTriple,
} from '../../../shared/server';
import { sqlAccount } from '../../../shared/writers/sql';
import { type Grants, holdsGlobal } from './grants';

type Server = Pick<ServerIdentity, 'flavour' | 'version'>;

/** A privilege that collectors want, in the words of the server at hand. */
export interface WantedPrivilege {
  /** What it opens, as half a sentence. */
  enables: string;
  /** Its name there. */
  privilege(server: Server): string;
  /** `*.*` or a schema. */
  on: string;
  held(grants: Grants, server: Server): boolean;
  /** Servers that have what it opens, where not all do. `galera`: those in such a cluster. */
  in?: { flavours: readonly Flavour[]; from: VersionTriple } | 'galera';
}

/**
 * Any of these shows a table in information_schema, and SELECT, INSERT, UPDATE or REFERENCES its columns too (tried on
 * 5.6, 9.7, MariaDB 10.11 and 11.8). REFERENCES opens no row and changes nothing by itself.
 */
const columnRights = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'];
const tableRights = [...columnRights, 'SHOW VIEW', 'DELETE', 'CREATE', 'ALTER', 'INDEX'];
const seesDefinitions = 'REFERENCES shows how tables are made, not their rows';

/** MariaDB 10.5.2 split REPLICATION CLIENT; what shows binary logs is called BINLOG MONITOR. */
function hasBinlogMonitor(server: Server): boolean {
  return server.flavour === 'mariadb' && compareVersions(server.version, [10, 5, 2]) >= 0;
}

function readsSystemTable(grants: Grants, table: string): boolean {
  return [grants.global, grants.bySchema.get('mysql') ?? [], grants.byTable.get(`mysql.${table}`) ?? []].some(
    (rights) => holdsGlobal(rights, 'SELECT'),
  );
}

/** Whether a server has what the privilege opens; whether it is in a Galera cluster is not known here. */
export function appliesTo(wanted: WantedPrivilege, server: Server): boolean {
  if (wanted.in === undefined) return true;
  return (
    wanted.in !== 'galera' &&
    wanted.in.flavours.includes(server.flavour) &&
    compareVersions(server.version, wanted.in.from) >= 0
  );
}

/** MariaDB 10.5 split SUPER and REPLICATION CLIENT; SHOW REPLICA STATUS wants REPLICA MONITOR from 10.5.9 on. */
function hasReplicaMonitor(server: Server): boolean {
  return server.flavour === 'mariadb' && compareVersions(server.version, [10, 5, 9]) >= 0;
}

/** Every privilege that a full snapshot wants; none of them lets the account change anything or read table data. */
export const wantedPrivileges = {
  process: {
    enables: "all clients' sessions, transactions, lock waits, InnoDB status and InnoDB metrics",
    privilege: () => 'PROCESS',
    on: '*.*',
    held: (grants) => holdsGlobal(grants.global, 'PROCESS'),
  },
  replication: {
    enables: 'the state of replication',
    privilege: (server) => (hasReplicaMonitor(server) ? 'REPLICA MONITOR' : 'REPLICATION CLIENT'),
    on: '*.*',
    held: (grants, server) =>
      hasReplicaMonitor(server)
        ? holdsGlobal(grants.global, 'REPLICA MONITOR', 'SLAVE MONITOR', 'REPLICATION SLAVE ADMIN')
        : holdsGlobal(grants.global, 'REPLICATION CLIENT', 'SUPER'),
  },
  performanceSchema: {
    enables: 'waits, statements, table and file I/O and memory from the Performance Schema',
    privilege: () => 'SELECT',
    on: 'performance_schema.*',
    held: (grants) =>
      holdsGlobal(grants.global, 'SELECT') ||
      holdsGlobal(grants.bySchema.get('performance_schema') ?? [], 'SELECT'),
  },
  seeTables: {
    enables: `names, sizes, keys and indexes of all tables (${seesDefinitions})`,
    privilege: () => 'REFERENCES',
    on: '*.*',
    held: (grants) => holdsGlobal(grants.global, ...tableRights),
  },
  seeColumns: {
    enables: `columns of tables (${seesDefinitions})`,
    privilege: () => 'REFERENCES',
    on: '*.*',
    held: (grants) => holdsGlobal(grants.global, ...columnRights),
  },
  tableStatistics: {
    enables: 'sizes of InnoDB tables from their statistics, without opening them',
    privilege: () => 'SELECT',
    on: 'mysql.innodb_table_stats',
    held: (grants) => readsSystemTable(grants, 'innodb_table_stats'),
  },
  binaryLogs: {
    enables: 'the binary logs and their position',
    privilege: (server) => (hasBinlogMonitor(server) ? 'BINLOG MONITOR' : 'REPLICATION CLIENT'),
    on: '*.*',
    held: (grants, server) =>
      hasBinlogMonitor(server)
        ? holdsGlobal(grants.global, 'BINLOG MONITOR', 'REPLICATION CLIENT')
        : holdsGlobal(grants.global, 'REPLICATION CLIENT', 'SUPER'),
  },
  components: {
    enables: 'the components that are installed',
    privilege: () => 'SELECT',
    on: 'mysql.component',
    in: { flavours: ['mysql', 'percona'], from: [8, 0, 0] },
    held: (grants) => readsSystemTable(grants, 'component'),
  },
  galera: {
    enables: 'the members of the Galera cluster',
    privilege: () => 'SELECT',
    on: 'mysql.wsrep_cluster_members',
    in: 'galera',
    held: (grants) => readsSystemTable(grants, 'wsrep_cluster_members'),
  },
} as const satisfies Record<string, WantedPrivilege>;
export type PrivilegeId = keyof typeof wantedPrivileges;

/** The statement that gives a privilege, e.g. `GRANT PROCESS ON *.* TO 'app'@'%';`. */
export function grantStatement(id: PrivilegeId, server: Server, account: string): string {
  const wanted: WantedPrivilege = wantedPrivileges[id];
  return `GRANT ${wanted.privilege(server)} ON ${wanted.on} TO ${account};`;
}

/** `app@10.%` as CURRENT_USER() gives it -> `'app'@'10.%'`; `<account>` for one that cannot be shown. */
export function quoteAccount(currentUser: string): string {
  const at = currentUser.lastIndexOf('@');
  const account =
    at < 0 ? sqlAccount(currentUser, null) : sqlAccount(currentUser.slice(0, at), currentUser.slice(at + 1));
  return account?.text ?? '<account>';
}
