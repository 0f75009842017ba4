import { onceFor } from '../../shared/base/once-for';
import { listedStatusVariables, statusVariable } from '../catalog/status/status-catalog';
import { catalogedVariables } from '../catalog/variable-catalog';

/** The server's own names for those that exporters write. */
export interface ServerNames {
  /** A status variable as servers print it; one that the catalog does not know gets the usual capital. */
  status(written: string): string;
  /** A server variable; one that the catalog does not know stays as it is written. */
  variable(written: string): string;
  /** A counter of INNODB_METRICS, from `log_log_waits_total`: subsystem, name, and the mark of a counter. */
  innodbMetric(written: string): string;
}

/**
 * A name as exporters write it: lower case, and `_` for what no metric's name may have (mysqld_exporter,
 * validPrometheusName).
 */
function exported(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9_:]/g, '_');
}

/** By their names as exporters write them, read once for all servers of a store. */
const catalogued = onceFor((listed: typeof listedStatusVariables): ServerNames => {
  const index = (names: readonly string[]) => new Map(names.map((name) => [exported(name), name]));
  const statuses = index(listed().map(({ name }) => name));
  const variables = index(catalogedVariables());
  return {
    status: (written) => {
      const known = statuses.get(exported(written));
      if (known !== undefined) return known;
      if (written.startsWith('wsrep_')) return written;
      const usual = written.charAt(0).toUpperCase() + written.slice(1);
      return statusVariable(usual)?.name ?? usual;
    },
    variable: (written) => variables.get(exported(written)) ?? written.toLowerCase(),
    innodbMetric: withoutSubsystem,
  };
});

/** The same for all that ask. */
export function serverNames(): ServerNames {
  return catalogued(listedStatusVariables);
}

/** Subsystems of INNODB_METRICS (srv0mon.cc, innodb_counter_info), the longer before those that they begin with. */
const subsystems: readonly string[] = [
  'adaptive_hash_index',
  'buffer_page_io',
  'buffer',
  'change_buffer',
  'compression',
  'cpu',
  'ddl',
  'dml',
  'file_system',
  'ibuf_system',
  'icp',
  'index',
  'lock',
  'log',
  'metadata',
  'os',
  'page_track',
  'purge',
  'recovery',
  'sampling',
  'server',
  'transaction',
  'undo',
];

function withoutSubsystem(written: string): string {
  const subsystem = subsystems.find((one) => written.startsWith(`${one}_`));
  const name = subsystem === undefined ? written : written.slice(subsystem.length + 1);
  return name === 'buffer_pool_pages_total' ? name : name.replace(/_total$/, '');
}
