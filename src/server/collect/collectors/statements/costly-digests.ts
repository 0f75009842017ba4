import { namedTables } from '../../../../knowledge/sql/named-tables';
import { isSystemSchema } from '../../../../knowledge/sql/system-schemas';
import type { Cell } from '../../../../shared/snapshot';
import { grantStatement, wantedPrivileges } from '../../../connect/account/privileges';
import type { TableName } from '../../../connect/table-union';
import type { CollectContext } from '../../collector';
import { CollectorSkipped } from '../../reading/collector-skipped';
import { performanceSchemaOff } from '../../reading/performance-schema-off';

const most = 20;

/** A statement that an index may serve, by its normalised text. */
export interface CostlyDigest {
  /** The default schema of the session; '' where it had none and the statement names the schema of each table. */
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
  const own = digests.filter(isOfUsers);
  const sum = (name: string) => own.reduce((total, row) => total + number(row, name), 0) || 1;
  const [time, examined] = [sum('sum_timer_wait'), sum('sum_rows_examined')];
  const cost = (row: DigestRow) =>
    number(row, 'sum_timer_wait') / time + number(row, 'sum_rows_examined') / examined;
  return own
    .filter((row) => scans(row) || isUnselective(row) || number(row, 'sum_timer_wait') >= costlyShare * time)
    .sort((a, b) => cost(b) - cost(a))
    .slice(0, most)
    .map((row) => ({
      schema: String(row.schema_name ?? ''),
      digest: String(row.digest ?? ''),
      text: String(row.digest_text ?? ''),
    }));
}

/** Whether the statement is one on tables of users: by its default schema, or where it had none by the names in it. */
function isOfUsers({ schema_name: schema, digest_text: text }: DigestRow): boolean {
  if (typeof schema === 'string') return !isSystemSchema(schema);
  return namedTables({ schema: '', text: String(text ?? '') }).some(isUserTable);
}

function isUserTable({ schema }: TableName): boolean {
  return schema !== '' && !isSystemSchema(schema);
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

const mostTables = 50;

/**
 * The tables that the costly statements name; where no statement has a digest, those of the statements in the process list.
 * @throws CollectorSkipped when neither is known
 */
export function tablesToIndex(context: CollectContext): TableName[] {
  const digests = costlyDigests(context);
  const tables = (digests ?? listedStatements(context)).flatMap(namedTables).filter(isUserTable);
  if (digests === null && tables.length === 0) throw statementsUnknown(context);
  return tables.slice(0, mostTables);
}

/** What sessions were executing when the process list was read, each statement once. */
function listedStatements({ shared }: CollectContext): Pick<CostlyDigest, 'schema' | 'text'>[] {
  const running = (shared.earlier('processlist') ?? []).filter(
    ({ command, info }) => /^(?:Query|Execute)$/i.test(String(command ?? '')) && info != null,
  );
  const different = new Map(running.map((row) => [`${row.db}\n${row.info}`, row]));
  return [...different.values()].map(({ db, info }) => ({ schema: String(db ?? ''), text: String(info) }));
}

/** Why nothing can be said of costly statements: section statement-digests has the cause. */
export function statementsUnknown(context: CollectContext): CollectorSkipped {
  const { account, server } = context;
  if (server.performanceSchema === false) return new CollectorSkipped(performanceSchemaOff(context));
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
