import { sqlList, sqlString } from '../../shared/writers/sql';
import { nameValueMap } from '../connect/driver/rows';
import type { Session } from '../connect/session';
import type { ServerPlace } from './locality';

const names = [
  'hostname',
  'pid_file',
  'datadir',
  'innodb_log_group_home_dir',
  'innodb_undo_directory',
  'tmpdir',
  'log_bin',
  'log_bin_basename',
  'log_bin_index',
];
const placeSql = `SHOW GLOBAL VARIABLES WHERE Variable_name IN (${sqlList(names.map(sqlString)).text})`;

/** Asks the server where it runs. @throws LatchkeyError as `query` does */
export async function readServerPlace(session: Session, signal?: AbortSignal): Promise<ServerPlace> {
  const options = signal === undefined ? {} : { signal };
  const variables = nameValueMap(await session.query(placeSql, options));
  const status = nameValueMap(await session.query("SHOW GLOBAL STATUS LIKE 'Uptime'", options));
  const value = (name: string) => variables.get(name) ?? '';
  const datadir = value('datadir');
  const uptime = Number(status.get('uptime') ?? status.get('Uptime') ?? Number.NaN);
  const binlog = value('log_bin_basename') || value('log_bin_index');
  return {
    hostname: value('hostname'),
    pidFile: inFolder(datadir, value('pid_file')),
    datadir,
    redoDir:
      value('innodb_log_group_home_dir') === ''
        ? null
        : inFolder(datadir, value('innodb_log_group_home_dir')),
    binlogDir:
      value('log_bin') === 'ON' && binlog !== '' ? inFolder(datadir, binlog).replace(/\/[^/]*$/, '') : null,
    undoDir: value('innodb_undo_directory') === '' ? null : inFolder(datadir, value('innodb_undo_directory')),
    tmpDir: value('tmpdir') === '' ? null : inFolder(datadir, value('tmpdir').split(':')[0] ?? ''),
    uptimeSeconds: Number.isFinite(uptime) ? uptime : null,
  };
}

/** Paths that are not absolute start at the data directory. */
function inFolder(datadir: string, path: string): string {
  if (path === '' || path.startsWith('/')) return path;
  return `${datadir.replace(/\/$/, '')}/${path.replace(/^(?:\.\/?)+/, '')}`.replace(/\/$/, '');
}
