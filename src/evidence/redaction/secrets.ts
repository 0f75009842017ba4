import { isSystemSchema, systemSchemas } from '../../knowledge/sql/system-schemas';
import type { RedactionClass } from '../../shared/redaction';
import type { Cell, Snapshot } from '../../shared/snapshot';
import type { PrivacyClass } from '../sections';
import { namesIn, schemaColumns } from './column-names';
import { isSqlWord, isTelling } from './own-words';

/** Every server has these, or they name nobody. */
const harmless: ReadonlySet<string> = new Set([
  ...['', '%', '*', 'localhost', '127.0.0.1', '::1', '0.0.0.0', '::', 'root', 'mysql.session', 'mysql.sys'],
  ...[
    'mysql.infoschema',
    'mariadb.sys',
    'system user',
    'event_scheduler',
    'unauthenticated user',
    'background',
  ],
  ...systemSchemas,
  ...['primary', 'gen_clust_index'],
]);

const hostVariables =
  /^(?:hostname|report_host|server_uuid|bind_address|admin_address|mysqlx_bind_address|wsrep_(?:node|cluster)_(?:name|address)|group_replication_(?:local_address|group_seeds|group_name))$/;
const userVariables = /^(?:report_user|proxy_user|wsrep_sst_receive_user)$/;

/**
 * Every value of the classes that a snapshot holds anywhere, in lower case: of columns, variables, accounts in grants
 * and errors, the origin and identity, names in statements and in the InnoDB status. Only those of which finding them
 * anywhere proves that they were left.
 */
export function secretsOf(snapshot: Snapshot, classes: readonly RedactionClass[]): Set<string> {
  const secrets = new Set<string>();
  const wants = new Set(classes);
  const seen = new Set<string>();
  const add = (kind: RedactionClass, value: string) => {
    const text = value.trim().toLowerCase();
    if (!wants.has(kind) || seen.has(text)) return;
    seen.add(text);
    if (!harmless.has(text) && isTelling(text)) secrets.add(text);
  };
  const host = (value: string) => {
    for (const one of value.split(/[\s,;]+/)) {
      add('hosts', one.replace(/:\d{1,5}$/, ''));
      add('hosts', one);
    }
  };
  const identifiers = (sql: string) => {
    for (const word of sql.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])
      if (!isSqlWord(word)) add('names', word);
  };

  const { origin, server } = snapshot;
  const own = snapshot.statements.map(({ sql }) => flatten(sql)).sort();
  if (origin.kind === 'import') add('hosts', origin.target);
  if (origin.kind === 'prometheus') for (const part of origin.target.split(/ in |\/+/)) host(part);
  for (const [, user = '', place = ''] of origin.target.matchAll(/(?<![^@\s])([^@\s]+)@([^@\s]+)/g)) {
    add('users', user);
    if (!place.startsWith('/')) host(place);
  }
  if (!server.serverKey.includes('/')) add('hosts', server.serverKey);

  for (const [id, { data }] of Object.entries(snapshot.sections)) {
    for (const capture of [data?.start, data?.end]) {
      const table = capture?.table;
      const schemas = table === undefined ? [] : schemaColumns(id, table);
      table?.columns.forEach((column, index) => {
        const kind = namesIn(id, column);
        for (const row of table.rows) {
          const cell = row[index];
          if (typeof cell === 'string') addCell(kind, cell, row, schemas);
        }
      });
      for (const [, name = ''] of capture?.text?.matchAll(/`((?:[^`\n]|``)+)`/g) ?? [])
        add('names', name.replaceAll('``', '`'));
    }
  }
  addHistory(snapshot.history);
  const whole = JSON.stringify([snapshot.sections, snapshot.statements, snapshot.incomplete ?? null]);
  for (const [, user = '', place = ''] of whole.matchAll(/'([^'"\\]*)'@'([^'"\\]*)'/g)) {
    add('users', user);
    host(place);
  }
  return secrets;

  function addCell(kind: PrivacyClass, cell: string, row: readonly Cell[], schemas: readonly number[]): void {
    const variable = String(row[0] ?? '').toLowerCase();
    switch (kind) {
      case 'host':
        host(cell);
        return;
      case 'user':
        add('users', cell);
        return;
      case 'schema':
        add('names', cell);
        return;
      case 'object':
        if (!schemas.some((at) => isSystemSchema(String(row[at]))))
          for (const one of cell.split(',')) add('names', one);
        return;
      case 'digest':
        identifiers(cell);
        return;
      case 'statement':
        identifiers(cell);
        addStatement(cell);
        return;
      case 'setting':
        if (hostVariables.test(variable)) host(cell);
        if (userVariables.test(variable)) add('users', cell);
        return;
      default:
        return;
    }
  }

  function addHistory(history: Snapshot['history']): void {
    if (history === undefined) return;
    host(history.source.server);
    host(
      history.source.url
        .replace(/^[^/]*\/\//, '')
        .split('/', 1)
        .join(''),
    );
    for (const { variable, from, to } of history.settings) {
      for (const value of [from, to]) addCell('setting', value, [variable], []);
    }
    for (const one of history.growth) {
      if (one.of === 'disk') continue;
      const isOwn = isSystemSchema(one.schema);
      for (const name of [one.schema, ...(isOwn ? [] : [one.table])]) add('names', name);
      if (one.of === 'auto-increment' && !isOwn) add('names', one.column);
    }
  }

  /** A short one may be a statement of every client. Servers show the beginning of a long one. */
  function addStatement(text: string): void {
    if (!wants.has('statements')) return;
    const flat = flatten(text);
    if (flat.length >= 24 && !beginsOneOf(own, flat)) secrets.add(flat);
  }
}

function flatten(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** Whether one of the sorted texts begins with another one. */
function beginsOneOf(sorted: readonly string[], beginning: string): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < beginning) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(beginning) === true;
}
