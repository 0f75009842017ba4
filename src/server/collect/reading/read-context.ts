import type { ServerIdentity } from '../../../shared/server';
import type { Session } from '../../connect/session';
import type { HostAccess } from '../../machine/access';

/** What it takes to read from a server. */
export interface ReadContext {
  session: Session;
  server: ServerIdentity;
  /** Above this number of tables what needs a look at every one of them is not read. */
  tableLimit: number;
  /** The server's host, as far as it can be reached. */
  host: HostAccess;
  signal: AbortSignal;
}
