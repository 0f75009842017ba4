import { type SqlToken, significantTokens } from '../../../../knowledge/sql/lexer';
import { isSystemSchema } from '../../../../knowledge/sql/system-schemas';
import type { Cell } from '../../../../shared/snapshot';
import { grantStatement, wantedPrivileges } from '../../../connect/account/privileges';
import type { TableName } from '../../../connect/table-union';
import type { CollectContext } from '../../collector';
import { CollectorSkipped } from '../../reading/collector-skipped';

const most = 20;

/** A statement that an index may serve, by its normalised text. */
export interface CostlyDigest {
  schema: string;
  digest: string;
  text: string;
}

/** Share of all statement time or of all rows examined from which a statement is looked at whatever it does. */
const costlyShare = 0.05;

type DigestRow = Readonly<Record<string, Cell>>;
const number = (row: DigestRow, name: string) => Number(row[name] ?? 0);

/**
 * Statements that an index may serve, the most costly first: those that read tables or join without one, that examine a
 * hundred rows for each one they give, and every one above 5 % of the statement time. They are among those with the most
 * time, which section statement-digests brought before. Null: it brought nothing.
 */
export function costlyDigests({ shared }: Pick<CollectContext, 'shared'>): CostlyDigest[] | null {
  const digests = shared.earlier('statement-digests');
  if (digests === null) return null;
  const own = digests.filter(
    ({ schema_name }) => typeof schema_name === 'string' && !isSystemSchema(schema_name),
  );
  const sum = (name: string) => own.reduce((total, row) => total + number(row, name), 0) || 1;
  const [time, examined] = [sum('sum_timer_wait'), sum('sum_rows_examined')];
  const cost = (row: DigestRow) =>
    number(row, 'sum_timer_wait') / time + number(row, 'sum_rows_examined') / examined;
  return own
    .filter((row) => scans(row) || isUnselective(row) || number(row, 'sum_timer_wait') >= costlyShare * time)
    .sort((a, b) => cost(b) - cost(a))
    .slice(0, most)
    .map((row) => ({
      schema: String(row.schema_name),
      digest: String(row.digest ?? ''),
      text: String(row.digest_text ?? ''),
    }));
}

function scans(row: DigestRow): boolean {
  return (['sum_select_scan', 'sum_select_full_join', 'sum_no_index_used'] as const).some(
    (name) => number(row, name) > 0,
  );
}

/** As the facts on statements have it (facts/inputs/digest-deltas): a thousand rows an execution, a hundred for each result. */
function isUnselective(row: DigestRow): boolean {
  const executions = Math.max(1, number(row, 'count_star'));
  const results = number(row, 'sum_rows_sent') + number(row, 'sum_rows_affected');
  const examined = number(row, 'sum_rows_examined');
  return examined >= 1000 * executions && examined >= 100 * Math.max(executions, results);
}

const beforeTables = new Set(['FROM', 'JOIN', 'UPDATE', 'INTO']);
/** Words that end a list of tables, and so are no alias. */
const clauses = new Set(
  'JOIN WHERE ON USING LEFT RIGHT INNER CROSS NATURAL STRAIGHT_JOIN ORDER GROUP HAVING LIMIT SET FORCE USE IGNORE VALUES SELECT UNION FOR PARTITION'.split(
    ' ',
  ),
);
const asWord = new Set(['AS']);
const noTables = new Set(['SELECT', 'DUAL', 'LATERAL', 'JSON_TABLE']);

/**
 * The tables that a normalised statement names after FROM, JOIN, UPDATE and INTO, as far as its text shows (the server then
 * knows none of the names that are no table's).
 */
export function tablesOf({ schema, text }: Pick<CostlyDigest, 'schema' | 'text'>): TableName[] {
  const tokens = significantTokens(text);
  const found: TableName[] = [];
  const add = (one: TableName) => {
    if (noTables.has(one.table.toUpperCase())) return;
    if (!found.some((known) => known.schema === one.schema && known.table === one.table)) found.push(one);
  };
  tokens.forEach((token, index) => {
    if (!isWord(token, beforeTables) || tokens[index - 1]?.text === '.') return;
    let at = index + 1;
    while (tokens[at]?.text === '(') at += 1;
    for (let named = nameAt(tokens, at, schema); named !== null; ) {
      add(named.table);
      at = afterAlias(tokens, named.end);
      named = tokens[at]?.text === ',' ? nameAt(tokens, at + 1, schema) : null;
    }
  });
  return found;
}

function isWord(token: SqlToken | undefined, words: ReadonlySet<string>): boolean {
  return token?.kind === 'word' && words.has(token.text.toUpperCase());
}

/** A table, with or without its schema; null: no name stands here. */
function nameAt(
  tokens: readonly SqlToken[],
  at: number,
  schema: string,
): { table: TableName; end: number } | null {
  const first = nameOf(tokens[at]);
  if (first === null) return null;
  const second = tokens[at + 1]?.text === '.' ? nameOf(tokens[at + 2]) : null;
  return second === null
    ? { table: { schema, table: first }, end: at + 1 }
    : { table: { schema: first, table: second }, end: at + 3 };
}

function nameOf(token: SqlToken | undefined): string | null {
  if (token?.kind === 'word') return token.text;
  return token?.kind === 'name' ? token.text.slice(1, -1).replaceAll('``', '`') : null;
}

function afterAlias(tokens: readonly SqlToken[], at: number): number {
  const alias = isWord(tokens[at], asWord) ? at + 1 : at;
  return nameOf(tokens[alias]) === null || isWord(tokens[alias], clauses) ? at : alias + 1;
}

const mostTables = 50;

/**
 * The tables that the costly statements name.
 * @throws CollectorSkipped when the statements are not known
 */
export function tablesToIndex(context: CollectContext): TableName[] {
  const digests = costlyDigests(context);
  if (digests === null) throw statementsUnknown(context);
  return digests.flatMap(tablesOf).slice(0, mostTables);
}

/** Why nothing can be said of costly statements: section statement-digests has the cause. */
export function statementsUnknown({ account, server }: CollectContext): CollectorSkipped {
  const { grants } = account;
  const held = grants === null || wantedPrivileges.performanceSchema.held(grants);
  return held
    ? new CollectorSkipped({
        code: 'absent',
        text: 'Which statements cost most is not known: see section statement-digests.',
      })
    : new CollectorSkipped({
        code: 'privilege',
        text: 'Which statements cost most is not known: this account lacks SELECT on performance_schema.*.',
        remedy: grantStatement('performanceSchema', server, account.name),
      });
}
