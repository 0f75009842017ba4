import { nameValueMap } from '../connect/rows';
import type { Session } from '../connect/session';
import type { ServerPlace } from './locality';

/** Asks the server where it runs. @throws LatchkeyError as `query` does */
export async function readServerPlace(session: Session, signal?: AbortSignal): Promise<ServerPlace> {
  const sql = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('hostname', 'pid_file', 'datadir')";
  const variables = nameValueMap(await session.query(sql, signal === undefined ? {} : { signal }));
  return {
    hostname: variables.get('hostname') ?? '',
    pidFile: variables.get('pid_file') ?? '',
    datadir: variables.get('datadir') ?? '',
  };
}
