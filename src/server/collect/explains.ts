import { LatchkeyError } from '../../shared/error';
import type { Reason } from '../../shared/reason';
import type { Cell, Table } from '../../shared/snapshot';
import type { CollectContext, Collector } from './collector';
import { isPlainSelect } from './explain-text';
import { redactLiterals } from './redact-sql';
import { type ScanningDigest, scanningDigests, statementsUnknown } from './scanning-digests';
import { quoteText } from './table-union';

const most = 10;
const explainTimeoutMs = 2000;

const sampleSql = `SELECT SCHEMA_NAME, DIGEST, LEFT(DIGEST_TEXT, 200) AS DIGEST_TEXT, QUERY_SAMPLE_TEXT
FROM performance_schema.events_statements_summary_by_digest WHERE`;

/** The columns of EXPLAIN FORMAT=TRADITIONAL under names that are no keywords. */
const planColumns = [
  ['id', 'ID'],
  ['select_type', 'SELECT_TYPE'],
  ['table', 'TABLE_NAME'],
  ['partitions', 'PARTITIONS'],
  ['type', 'ACCESS_TYPE'],
  ['possible_keys', 'POSSIBLE_KEYS'],
  ['key', 'INDEX_NAME'],
  ['key_len', 'KEY_LENGTH'],
  ['ref', 'REF'],
  ['rows', 'ROWS_ESTIMATED'],
  ['filtered', 'FILTERED_PERCENT'],
  ['Extra', 'EXTRA'],
] as const;

/**
 * Plans of the SELECTs that scan most, of the sample that the server keeps of each. Only plain SELECTs that it kept
 * whole, each in a read-only transaction with a time limit. The sample is neither kept nor logged.
 */
export const explains: Collector = {
  id: 'explains',
  title: 'Plans of scanning statements',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'end',
  since: 'MySQL 8.0.3: other servers keep no sample of a statement',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [{ flavours: ['mysql'], from: [8, 0, 3], sql: `${sampleSql} ...` }],
  fetch: async (context) => {
    const digests = scanningDigests(context);
    if (digests === null) throw statementsUnknown(context);
    const selects = digests.filter(({ text }) => /^\(?\s*SELECT\b/i.test(text)).slice(0, most);
    const plans = await explainAll(context, await samplesOf(context, selects));
    return {
      table: {
        columns: ['SCHEMA_NAME', 'DIGEST', ...planColumns.map(([, name]) => name), 'NOT_EXPLAINED'],
        rows: plans.flatMap(({ head, plan, why }) =>
          plan === null
            ? [[...head, ...planColumns.map(() => null), why]]
            : plan.map((row) => [...head, ...row, null]),
        ),
      },
      ...refusal(context, plans),
    };
  },
};

/** By the key of the table, one statement each. */
async function samplesOf(context: CollectContext, digests: readonly ScanningDigest[]): Promise<Cell[][]> {
  if (digests.length === 0) return [];
  const sql = digests
    .map(
      ({ schema, digest }) =>
        `${sampleSql} SCHEMA_NAME = ${quoteText(schema)} AND DIGEST = ${quoteText(digest)}`,
    )
    .join('\nUNION ALL ');
  const { rows } = await context.session.query(sql, {
    timeoutMs: explains.timeoutMs,
    signal: context.signal,
  });
  return rows;
}

interface Plan {
  head: [schema: string, digest: string];
  /** Null: not explained, for the reason `why`. */
  plan: Cell[][] | null;
  why: string | null;
  refused: boolean;
}

async function explainAll(context: CollectContext, samples: readonly Cell[][]): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const [schema, digest, digestText, sample] of samples) {
    const head: Plan['head'] = [String(schema), String(digest)];
    if (typeof sample !== 'string' || !isPlainSelect(sample)) {
      const why = 'The server kept no whole plain SELECT of it.';
      plans.push({ head, plan: null, why, refused: false });
      continue;
    }
    plans.push({ head, ...(await explain(context, head[0], sample, String(digestText))) });
  }
  // Later statements of this session name their schemas; the user's is left behind all the same.
  if (samples.length > 0) await context.session.query('USE information_schema', { signal: context.signal });
  return plans;
}

async function explain(
  { session, signal }: CollectContext,
  schema: string,
  sample: string,
  digestText: string,
): Promise<Omit<Plan, 'head'>> {
  const options = { timeoutMs: explainTimeoutMs, signal };
  try {
    await session.query(`USE \`${schema.replaceAll('`', '``')}\``, options);
    await session.query('START TRANSACTION READ ONLY', options);
    try {
      const logAs = `EXPLAIN FORMAT=TRADITIONAL ${redactLiterals(digestText)}`;
      const table = await session.query(`EXPLAIN FORMAT=TRADITIONAL ${sample}`, { ...options, logAs });
      return { plan: planRows(table), why: null, refused: false };
    } finally {
      await session.query('ROLLBACK', { timeoutMs: explainTimeoutMs });
    }
  } catch (error) {
    if (!(error instanceof LatchkeyError) || ['cancelled', 'connection-lost'].includes(error.code))
      throw error;
    const refused = error.code === 'privilege-missing';
    // The server's own words may quote the statement.
    const why = refused
      ? 'This account may not read its tables.'
      : error.code === 'timeout'
        ? `EXPLAIN did not finish within ${explainTimeoutMs / 1000} s.`
        : 'The server refused to explain it.';
    return { plan: null, why, refused };
  }
}

function planRows({ columns, rows: found }: Table): Cell[][] {
  const at = planColumns.map(([name]) =>
    columns.findIndex((one) => one.toLowerCase() === name.toLowerCase()),
  );
  return found.map((row) =>
    at.map((index, column) => {
      const cell = row[index] ?? null;
      return planColumns[column]?.[1] === 'EXTRA' && typeof cell === 'string' ? redactLiterals(cell) : cell;
    }),
  );
}

function refusal({ account }: CollectContext, plans: readonly Plan[]): { reason?: Reason } {
  const schemas = [...new Set(plans.filter(({ refused }) => refused).map(({ head }) => head[0]))];
  if (schemas.length === 0) return {};
  return {
    reason: {
      code: 'privilege',
      text: 'Some statements were not explained: EXPLAIN needs the right to read their tables.',
      remedy: schemas
        .map((schema) => `GRANT SELECT ON \`${schema.replaceAll('`', '``')}\`.* TO ${account.name};`)
        .join('\n'),
    },
  };
}
