import { isSystemSchema } from '../../knowledge/sql/system-schemas';
import { grantStatement, wantedPrivileges } from '../connect/privileges';
import type { CollectContext } from './collector';
import type { TableName } from './table-union';
import { Unread } from './unread';

const most = 20;

/** A statement that scans, by its normalised text. */
export interface ScanningDigest {
  schema: string;
  digest: string;
  text: string;
}

/**
 * Statements that read tables or joined without an index, by the rows that they examined: among those with the most
 * time, which section statement-digests brought before. Null: it brought nothing.
 */
export function scanningDigests({ shared }: CollectContext): ScanningDigest[] | null {
  const digests = shared.earlier('statement-digests');
  if (digests === null) return null;
  return digests
    .filter((row) => {
      const scans = ['sum_select_scan', 'sum_select_full_join', 'sum_no_index_used'];
      const schema = row.schema_name;
      return (
        typeof schema === 'string' &&
        !isSystemSchema(schema) &&
        scans.some((name) => Number(row[name] ?? 0) > 0)
      );
    })
    .sort((a, b) => Number(b.sum_rows_examined ?? 0) - Number(a.sum_rows_examined ?? 0))
    .slice(0, most)
    .map((row) => ({
      schema: String(row.schema_name),
      digest: String(row.digest ?? ''),
      text: String(row.digest_text ?? ''),
    }));
}

const word = '(?:`(?:[^`]|``)+`|[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*)';
const clause =
  'JOIN|WHERE|ON|USING|LEFT|RIGHT|INNER|CROSS|NATURAL|STRAIGHT_JOIN|ORDER|GROUP|HAVING|LIMIT|SET|FORCE|USE|IGNORE|VALUES|SELECT|UNION|FOR|PARTITION';
const alias = `(?:\\s+(?:AS\\s+)?(?!(?:${clause})\\b)${word})?`;
const afterKeyword = new RegExp(
  `\\b(?:FROM|JOIN|UPDATE|INTO)\\s+(?:\\(\\s*)*(${word})(?:\\s*\\.\\s*(${word}))?((?:${alias}\\s*,\\s*${word}(?:\\s*\\.\\s*${word})?)*)`,
  'gi',
);
const listed = new RegExp(`,\\s*(${word})(?:\\s*\\.\\s*(${word}))?`, 'g');

/**
 * The tables that a normalised statement names after FROM, JOIN, UPDATE and INTO, as far as its text tells (aliases
 * within a list are taken for tables; the server then knows none of that name).
 */
export function tablesOf({ schema, text }: Pick<ScanningDigest, 'schema' | 'text'>): TableName[] {
  const found: TableName[] = [];
  const add = (first: string, second: string | undefined) => {
    const one =
      second === undefined
        ? { schema, table: unquote(first) }
        : { schema: unquote(first), table: unquote(second) };
    if (/^(select|dual|lateral|json_table)$/i.test(one.table)) return;
    if (!found.some((known) => known.schema === one.schema && known.table === one.table)) found.push(one);
  };
  for (const match of text.matchAll(afterKeyword)) {
    add(match[1] ?? '', match[2]);
    for (const more of (match[3] ?? '').matchAll(listed)) add(more[1] ?? '', more[2]);
  }
  return found;
}

function unquote(name: string): string {
  return name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name;
}

const mostTables = 50;

/**
 * The tables that the scanning statements name.
 * @throws Unread when the statements are not known
 */
export function scannedTables(context: CollectContext): TableName[] {
  const digests = scanningDigests(context);
  if (digests === null) throw statementsUnknown(context);
  return digests.flatMap(tablesOf).slice(0, mostTables);
}

/** Why nothing can be said of scanning statements: section statement-digests has the cause. */
export function statementsUnknown({ account, server }: CollectContext): Unread {
  const { grants } = account;
  const held = grants === null || wantedPrivileges.performanceSchema.held(grants);
  return held
    ? new Unread({
        code: 'absent',
        text: 'Which statements scan is not known: see section statement-digests.',
      })
    : new Unread({
        code: 'privilege',
        text: 'Which statements scan is not known: this account lacks SELECT on performance_schema.*.',
        remedy: grantStatement('performanceSchema', server, account.name),
      });
}
