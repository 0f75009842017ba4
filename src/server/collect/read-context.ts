import type { ServerIdentity } from '../../shared/server';
import type { Session } from '../connect/session';
import type { Machine } from '../host/machine';

/** What it takes to read from a server. */
export interface ReadContext {
  session: Session;
  server: ServerIdentity;
  /** Above this number of tables what needs a look at every one of them is not read. */
  tableLimit: number;
  /** The machine that this process runs on, which may be the server's. */
  machine: Machine;
  signal: AbortSignal;
}
