import { compareVersions, type Hosting } from '../../shared/server';
import type { ServerKind } from './variable-facts';

/** What is called otherwise where a service runs the server, or done through procedures of its own. */
export interface HostingTerms {
  /** Whether its machine, option files and administrator's account are the customer's. */
  selfManaged: boolean;
  /** Where settings are kept. */
  settingsPlace: string;
  /** Statements that start and stop what applies a source's changes. */
  startReplica: string;
  stopReplica: string;
}

type Service = Exclude<Hosting, 'self' | 'unknown'>;

const amazon = {
  selfManaged: false,
  settingsPlace: 'the parameter group',
  startReplica: 'CALL mysql.rds_start_replication',
  stopReplica: 'CALL mysql.rds_stop_replication',
} as const;

/**
 * Sources: AWS, "RDS for MySQL stored procedure reference"; Google Cloud, "Manage external replication" (Cloud SQL for
 * MySQL); Microsoft, "Azure Database for MySQL Data-in Replication".
 */
const services: Readonly<Record<Service, HostingTerms>> = {
  rds: amazon,
  aurora: amazon,
  cloudsql: {
    selfManaged: false,
    settingsPlace: 'the database flags',
    startReplica: 'CALL mysql.startReplication()',
    stopReplica: 'CALL mysql.stopReplication()',
  },
  azure: {
    selfManaged: false,
    settingsPlace: 'the server parameters',
    startReplica: 'CALL mysql.az_replication_start',
    stopReplica: 'CALL mysql.az_replication_stop',
  },
};

/** The terms of one server. MySQL says REPLICA from 8.0.22 on, MariaDB from 10.5.1 on. */
export function hostingTerms(server: ServerKind & { hosting: Hosting }): HostingTerms {
  if (server.hosting !== 'self' && server.hosting !== 'unknown') return services[server.hosting];
  const renamed = server.flavour === 'mariadb' ? ([10, 5, 1] as const) : ([8, 0, 22] as const);
  const word = compareVersions(server.version, [...renamed]) >= 0 ? 'REPLICA' : 'SLAVE';
  return {
    selfManaged: true,
    settingsPlace: 'the option file',
    startReplica: `START ${word}`,
    stopReplica: `STOP ${word}`,
  };
}
