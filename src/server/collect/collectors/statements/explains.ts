import { redactLiterals } from '../../../../evidence/redaction/text/sql-text';
import { notPlainTexts } from '../../../../knowledge/sql/refusal';
import { LatchkeyError } from '../../../../shared/base/error';
import type { Reason } from '../../../../shared/reason';
import { compareVersions } from '../../../../shared/server';
import type { Cell, Table } from '../../../../shared/snapshot';
import { isCopyableName, sql, sqlName } from '../../../../shared/writers/sql';
import { NotSentOnRenewed } from '../../../connect/driver/renewals';
import type { GatedStatement } from '../../../connect/gated-statement';
import { quoteText } from '../../../connect/table-union';
import { gateStatements } from '../../../foreign/gate';
import { watchGlobalVariables } from '../../../foreign/moved-variables';
import type { CollectContext, Collector } from '../../collector';
import { CollectorSkipped } from '../../reading/collector-skipped';
import { type CostlyDigest, costlyDigests, statementsUnknown } from './costly-digests';

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
 * Plans of the SELECTs that cost most, of the sample that the server keeps of each. Only what passes the gate
 * (`gateStatements`), each in a read-only transaction with a time limit; the global variables are read before and after.
 * The sample is neither kept nor logged.
 */
export const explains: Collector = {
  id: 'explains',
  costClass: 'medium',
  timeoutMs: 10_000,
  when: 'end',
  since: 'MySQL 8.0.3: other servers keep no sample of a statement',
  needs: { performanceSchema: true, privilege: 'performanceSchema' },
  sources: [{ flavours: ['mysql'], from: [8, 0, 3], sql: `${sampleSql} ...` }],
  fetch: async (context) => {
    if (!context.explaining.allowed) throw new CollectorSkipped(disabled);
    const found = explainable(context);
    if (found === null) throw statementsUnknown(context);
    // Without a window nothing was read before.
    context.explaining.plan(found);
    const selects = found.filter((digest) => context.explaining.isPlanned(digest));
    const samples = await samplesOf(context, selects);
    const moved = samples.length === 0 ? async () => [] : await watchGlobalVariables(context);
    const plans = await explainAll(context, samples).finally(() => context.session.takeRolesBack());
    const movedVariables = await moved();
    return {
      table: {
        columns: ['SCHEMA_NAME', 'DIGEST', ...planColumns.map(([, name]) => name), 'NOT_EXPLAINED'],
        rows: plans.flatMap(({ head, plan, why }) =>
          plan === null
            ? [[...head, ...planColumns.map(() => null), why]]
            : plan.map((row) => [...head, ...row, null]),
        ),
      },
      ...remark(context, plans, movedVariables),
    };
  },
};

const disabled: Reason = {
  code: 'disabled',
  text: 'Explaining statements is disabled.',
  remedy: 'Take the snapshot without --no-explain; latchkey explain on, if it is disabled permanently.',
};

/** Says which statements will be explained at the end of the window, by what the server knows at its start. */
export function planExplains(context: CollectContext): void {
  const { flavour, version } = context.server;
  if (flavour === 'mariadb' || compareVersions(version, [8, 0, 3]) < 0) return;
  const found = explainable(context);
  if (found !== null) context.explaining.plan(found);
}

function explainable(context: CollectContext): CostlyDigest[] | null {
  const digests = costlyDigests(context);
  const isExplained = ({ schema, text }: CostlyDigest) => schema !== '' && /^\(?\s*SELECT\b/i.test(text);
  return digests?.filter(isExplained).slice(0, most) ?? null;
}

/** By the key of the table, one statement each. */
async function samplesOf(context: CollectContext, digests: readonly CostlyDigest[]): Promise<Cell[][]> {
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

interface ExplainPlan {
  head: [schema: string, digest: string];
  /** Null: not explained, for the reason `why`. */
  plan: Cell[][] | null;
  why: string | null;
  refused: boolean;
  /** This answer was too large, or one before was or never came. */
  lost?: Reason;
}

async function explainAll(context: CollectContext, samples: readonly Cell[][]): Promise<ExplainPlan[]> {
  const kept = samples.filter((row) => isWhole(row[3]));
  const gated = await gateStatements(
    context,
    kept.map(([schema, , , sample]) => ({ schema: String(schema), sql: String(sample) })),
  );
  const plans: ExplainPlan[] = [];
  for (const row of samples) {
    const [schema, digest, digestText] = row;
    const head: ExplainPlan['head'] = [String(schema), String(digest)];
    const statement = gated[kept.indexOf(row)];
    if (statement === undefined || typeof statement === 'string') {
      const why =
        statement === undefined
          ? 'The server kept no whole plain SELECT of it.'
          : `Not sent again: ${notPlainTexts[statement]}.`;
      plans.push({ head, plan: null, why, refused: statement === 'not-found' });
    } else plans.push({ head, ...(await explain(context, statement, String(digestText))) });
  }
  return plans;
}

/** The server cuts long statements off and says so by three dots. */
function isWhole(sample: Cell | undefined): boolean {
  return typeof sample === 'string' && !sample.trimEnd().endsWith('...');
}

async function explain(
  { session, signal }: CollectContext,
  statement: GatedStatement,
  digestText: string,
): Promise<Omit<ExplainPlan, 'head'>> {
  const options = { timeoutMs: explainTimeoutMs, signal };
  try {
    await session.query('START TRANSACTION READ ONLY', options);
    try {
      const logAs = `EXPLAIN FORMAT=TRADITIONAL ${redactLiterals(digestText)}`;
      const table = await session.queryForeign(statement, { ...options, explain: true, logAs });
      return { plan: planRows(table), why: null, refused: false };
    } finally {
      await session.query('ROLLBACK', { timeoutMs: explainTimeoutMs });
    }
  } catch (error) {
    if (!(error instanceof LatchkeyError) || ['cancelled', 'connection-lost'].includes(error.code))
      throw error;
    if (error instanceof NotSentOnRenewed || error.code === 'too-large') {
      const why = `Not explained: ${error.message}`;
      const code = error instanceof NotSentOnRenewed ? error.code : 'too-large';
      return { plan: null, why, refused: false, lost: { code, text: why } };
    }
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

/** What the user has to know of it: a change that is not ours before a privilege that is missing. */
function remark(
  { account }: CollectContext,
  plans: readonly ExplainPlan[],
  moved: readonly string[],
): { reason?: Reason } {
  if (moved.length > 0)
    return {
      reason: {
        code: 'error',
        text: `Global variables were changed by someone else while statements were explained: ${moved.join('; ')}.`,
        remedy: 'Look who did it. latchkey snapshot --no-explain takes a snapshot without explaining.',
      },
    };
  const lost = plans.find((plan) => plan.lost !== undefined)?.lost;
  if (lost !== undefined) return { reason: lost };
  const schemas = [...new Set(plans.filter(({ refused }) => refused).map(({ head }) => head[0]))];
  if (schemas.length === 0) return {};
  return {
    reason: {
      code: 'privilege',
      text: 'Some statements were not explained: EXPLAIN needs the right to read their tables.',
      remedy: schemas
        .filter(isCopyableName)
        .map((schema) => `${sql`GRANT SELECT ON ${sqlName(schema)}.*`.text} TO ${account.name};`)
        .join('\n'),
    },
  };
}
