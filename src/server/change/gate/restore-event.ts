import { serverErrorNumber, withWriting } from '../session/change-session';
import { quotedName } from '../session/literal';

/** The event by which the server itself restores the originals when Latchkey is not heard of any more. */
export const eventName = 'latchkey_restore';

/** The event in a schema, as statements name it. */
export function qualifiedEvent(schema: string): string {
  return `${quotedName(schema)}.${quotedName(eventName)}`;
}

/** Sends one statement of a session. */
export type Send = (sql: string) => Promise<unknown>;

/**
 * Lets `work` write outside the binary log: a replica has nothing to restore, and need not hear of each time that the
 * event is put off.
 */
export async function unlogged(send: Send, work: () => Promise<unknown>): Promise<void> {
  const quiet = await send('SET SESSION sql_log_bin = 0').then(
    () => true,
    (error: unknown) => {
      if (serverErrorNumber(error) === undefined) throw error;
      // Planned only where there is no binary log, or the account may leave it.
      return false;
    },
  );
  try {
    await withWriting(send, work);
  } finally {
    if (quiet) await send('SET SESSION sql_log_bin = 1').catch(() => undefined);
  }
}

/** Drops the event of a schema, where there is one. @throws LatchkeyError as `query` */
export function dropEvent(send: Send, schema: string): Promise<void> {
  return unlogged(send, () => send(`DROP EVENT IF EXISTS ${qualifiedEvent(schema)}`));
}
