import type { ConnectionTarget } from '../../../shared/connection';
import type { ServerIdentity } from '../../../shared/server';
import type { Cell, Table } from '../../../shared/snapshot';
import { readDriverError, ServerRefusal } from '../../connect/handshake/failure';
import type { Greeted } from '../../connect/handshake/proxy';

/** The part of a session that the gate needs: one connection, whose statements queue up behind each other. */
export interface ChangeSession {
  identity: ServerIdentity;
  target: ConnectionTarget;
  /** As in `Session`; absent: not known. */
  needsSecrets?: boolean;
  /** What greeted at the other end. */
  greeted?: Greeted;
  query(sql: string, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<Table>;
}

/** Number of the server's error, when the server itself refused a statement; undefined for a broken connection. */
export function serverErrorNumber(thrown: unknown): number | undefined {
  return thrown instanceof ServerRefusal ? thrown.errno : readDriverError(thrown).errno;
}

/**
 * Lifts the read-only mode that every session of Latchkey begins with, for as long as `work` runs: set-up tables are
 * refused in it. SET GLOBAL is not.
 */
export async function withWriting<T>(
  query: (sql: string) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  await query('SET SESSION TRANSACTION READ WRITE');
  try {
    return await work();
  } finally {
    // A connection that is lost takes the mode with it; the failure of `work` is the one to tell.
    await query('SET SESSION TRANSACTION READ ONLY').catch(() => undefined);
  }
}

/** First cell of the first row; null when there is none. */
export function firstCell(table: Table): Cell {
  return table.rows[0]?.[0] ?? null;
}
