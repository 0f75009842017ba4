import { compareVersions, type ServerIdentity } from '../../shared/server';
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
    enables: 'sizes and engines of all tables (SHOW VIEW shows their names and sizes, not their rows)',
    privilege: () => 'SHOW VIEW',
    on: '*.*',
    held: (grants) =>
      holdsGlobal(
        grants.global,
        'SHOW VIEW',
        'SELECT',
        'INSERT',
        'UPDATE',
        'DELETE',
        'CREATE',
        'ALTER',
        'INDEX',
      ),
  },
} as const satisfies Record<string, WantedPrivilege>;
export type PrivilegeId = keyof typeof wantedPrivileges;

/** The statement that gives a privilege, e.g. `GRANT PROCESS ON *.* TO 'app'@'%';`. */
export function grantStatement(id: PrivilegeId, server: Server, account: string): string {
  const wanted: WantedPrivilege = wantedPrivileges[id];
  return `GRANT ${wanted.privilege(server)} ON ${wanted.on} TO ${account};`;
}

/** `app@10.%` as CURRENT_USER() gives it -> `'app'@'10.%'`. */
export function quoteAccount(currentUser: string): string {
  const at = currentUser.lastIndexOf('@');
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return at < 0
    ? quote(currentUser)
    : `${quote(currentUser.slice(0, at))}@${quote(currentUser.slice(at + 1))}`;
}
