import type { Reason } from '../../../shared/reason';
import type { CollectContext } from '../collector';

/** What has to be on for a Performance Schema table to hold rows. */
export interface Instruments {
  /** What is measured, as the start of a sentence. */
  what: string;
  /** LIKE pattern of instruments. */
  like: string;
  consumer?: string;
}

/**
 * For `whenEmpty`: the reason when the instruments or the consumer are off, with the statement that enables them
 * until the next restart and the option that does so permanently.
 */
export function unlessInstrumented({ what, like, consumer }: Instruments) {
  return async ({ session, signal }: CollectContext): Promise<Reason | null> => {
    const on = async (sql: string) =>
      Number((await session.query(sql, { timeoutMs: 5000, signal })).rows[0]?.[0] ?? 0) > 0;
    const instruments = `SELECT COUNT(*) FROM performance_schema.setup_instruments WHERE NAME LIKE '${like}' AND ENABLED = 'YES'`;
    if (!(await on(instruments))) {
      return {
        code: 'not-instrumented',
        text: `${what} are not measured: their instruments (${like}) are off.`,
        remedy: `UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE '${like}';
# or permanently:
[mysqld]
performance-schema-instrument = '${like}=ON'`,
      };
    }
    if (consumer === undefined) return null;
    const consumers = `SELECT COUNT(*) FROM performance_schema.setup_consumers WHERE NAME = '${consumer}' AND ENABLED = 'YES'`;
    if (await on(consumers)) return null;
    return {
      code: 'not-instrumented',
      text: `${what} are not kept: the consumer ${consumer} is off.`,
      remedy: `UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = '${consumer}';`,
    };
  };
}
