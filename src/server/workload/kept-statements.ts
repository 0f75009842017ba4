import { createHash } from 'node:crypto';
import { fingerprintKey } from '../../knowledge/sql/fingerprint';
import type { KeptDigest } from '../../knowledge/sql/replay';
import { systemSchemaList } from '../../knowledge/sql/system-schemas';
import { toLatchkeyError } from '../../shared/base/error';
import { compareVersions } from '../../shared/server';
import type { Table } from '../../shared/snapshot';
import type { Session } from '../connect/session';

/** Where statements came from, in words, and the statements; or why there are none. */
export type KeptStatements = { from: string; digests: KeptDigest[] } | { refusal: string };

const mostDigests = 500;
const mostExamples = 20;
const historyReadings = 8;
const historyPause = 'SELECT SLEEP(0.4)';

async function digestSamples(session: Session, signal: AbortSignal): Promise<KeptStatements> {
  const { flavour, version, performanceSchema } = session.identity;
  if (flavour === 'mariadb' || compareVersions(version, [8, 0, 3]) < 0) {
    return { refusal: 'Samples of digests: this server keeps none (MySQL does from 8.0).' };
  }
  if (performanceSchema !== true) return { refusal: 'Samples of digests: the Performance Schema is off.' };
  const table = await tried(
    session,
    `SELECT SCHEMA_NAME, DIGEST, COUNT_STAR, QUERY_SAMPLE_TEXT FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST IS NOT NULL AND QUERY_SAMPLE_TEXT IS NOT NULL AND CHAR_LENGTH(QUERY_SAMPLE_TEXT) < @@GLOBAL.performance_schema_max_sql_text_length - 8 AND DIGEST_TEXT LIKE 'SELECT %' AND IFNULL(SCHEMA_NAME, '') NOT IN ${systemSchemaList} ORDER BY SUM_TIMER_WAIT DESC LIMIT ${mostDigests}`,
    signal,
  );
  if (typeof table === 'string') return { refusal: `Samples of digests: ${table}` };
  const digests = table.rows.flatMap(([schema, digest, executions, sql]): KeptDigest[] =>
    isCut(String(sql))
      ? []
      : [
          {
            schema: schema === null ? null : String(schema),
            digest: String(digest),
            executions: Number(executions),
            examples: [String(sql)],
          },
        ],
  );
  return digests.length === 0
    ? { refusal: 'Samples of digests: there is none of a whole SELECT.' }
    : { from: 'the sample that the server keeps of each digest', digests };
}

/** The server cuts long statements off and, from 5.7 on, says so by three dots. */
function isCut(sql: string): boolean {
  return sql.trimEnd().endsWith('...');
}

const historyTables = [
  'events_statements_history_long',
  'events_statements_history',
  'events_statements_current',
];

async function statementHistory(session: Session, signal: AbortSignal): Promise<KeptStatements> {
  const { flavour, version, performanceSchema } = session.identity;
  if (performanceSchema !== true) {
    return { refusal: 'History of statements: the Performance Schema is off.' };
  }
  const consumers = await tried(
    session,
    "SELECT NAME FROM performance_schema.setup_consumers WHERE NAME LIKE 'events\\_statements\\_%' AND ENABLED = 'YES'",
    signal,
  );
  if (typeof consumers === 'string') return { refusal: `History of statements: ${consumers}` };
  const on = new Set(consumers.rows.map(([name]) => String(name)));
  const from = historyTables.find((name) => on.has(name));
  if (from === undefined) return { refusal: 'History of statements: its consumers are disabled.' };
  // 1024 bytes are kept of a statement before performance_schema_max_sql_text_length came (MySQL 5.7.6, MariaDB 10.5.2).
  const lengthLimit =
    flavour === 'mariadb' ? compareVersions(version, [10, 5, 2]) : compareVersions(version, [5, 7, 6]);
  const longest = lengthLimit < 0 ? '1024' : '@@GLOBAL.performance_schema_max_sql_text_length';
  const sql = `SELECT THREAD_ID, EVENT_ID, CURRENT_SCHEMA, DIGEST, SQL_TEXT FROM performance_schema.${from} WHERE SQL_TEXT IS NOT NULL AND DIGEST IS NOT NULL AND TIMER_END IS NOT NULL AND EVENT_NAME = 'statement/sql/select' AND LENGTH(SQL_TEXT) < ${longest} - 8 LIMIT 20000`;
  const seen = new Set<string>();
  const digests = new Map<string, KeptDigest & { examples: string[] }>();
  for (let reading = 0; reading < historyReadings; reading++) {
    if (reading > 0) await session.query(historyPause, { signal });
    const table = await tried(session, sql, signal);
    if (typeof table === 'string') return { refusal: `History of statements: ${table}` };
    for (const row of table.rows) addEvent(row, seen, digests);
  }
  return digests.size === 0
    ? { refusal: 'History of statements: no whole SELECT was seen in three seconds.' }
    : {
        from: `the server's history of statements (${from}), looked at for three seconds`,
        digests: [...digests.values()],
      };
}

function addEvent(
  [thread, event, schema, digest, sql]: Table['rows'][number],
  seen: Set<string>,
  digests: Map<string, KeptDigest & { examples: string[] }>,
): void {
  const id = `${thread} ${event}`;
  const text = String(sql);
  if (seen.has(id) || isCut(text)) return;
  seen.add(id);
  count(digests, {
    schema: schema === null || schema === undefined ? null : String(schema),
    digest: String(digest),
    text,
  });
}

function count(
  digests: Map<string, KeptDigest & { examples: string[] }>,
  { schema, digest, text }: { schema: string | null; digest: string; text: string },
): void {
  const key = `${schema ?? ''} ${digest}`;
  const found = digests.get(key) ?? { schema, digest, executions: 0, examples: [] };
  found.executions += 1;
  if (found.examples.length < mostExamples && !found.examples.includes(text)) found.examples.push(text);
  digests.set(key, found);
}

/** Statements of the log come without a digest. */
async function slowLogTable(session: Session, signal: AbortSignal): Promise<KeptStatements> {
  const table = await tried(
    session,
    "SELECT db, CONVERT(sql_text USING utf8) FROM mysql.slow_log WHERE FIND_IN_SET('TABLE', @@GLOBAL.log_output) AND CONVERT(sql_text USING utf8) LIKE 'SELECT%' LIMIT 5000",
    signal,
  );
  if (typeof table === 'string') return { refusal: `Table of the slow log: ${table}` };
  const digests = new Map<string, KeptDigest & { examples: string[] }>();
  for (const [schema, sql] of table.rows) {
    const text = String(sql).trim();
    const place = schema === null || schema === undefined || schema === '' ? null : String(schema);
    const digest = createHash('md5').update(fingerprintKey(text)).digest('hex');
    count(digests, { schema: place, digest, text });
  }
  return digests.size === 0
    ? {
        refusal:
          'Table of the slow log: it holds no SELECT (slow_query_log = ON with log_output = TABLE fills it).',
      }
    : { from: 'the table of the slow log', digests: [...digests.values()] };
}

/** The rows; or why the server does not give them. */
async function tried(session: Session, sql: string, signal: AbortSignal): Promise<Table | string> {
  try {
    return await session.query(sql, { signal });
  } catch (error) {
    const { code, message } = toLatchkeyError(error);
    if (code === 'query-failed' || code === 'privilege-missing') return message;
    throw error;
  }
}

/**
 * What a server itself has kept of statements, whole ones, best first: a sample for each digest (MySQL 8.0), the history of
 * statements, looked at for three seconds, and the table of its slow log.
 */
export const keptSources: readonly ((session: Session, signal: AbortSignal) => Promise<KeptStatements>)[] = [
  digestSamples,
  statementHistory,
  slowLogTable,
];
