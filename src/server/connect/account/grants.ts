/** What an account may do, as far as SHOW GRANTS shows. Privileges are upper case, with single spaces. */
export interface Grants {
  /** On `*.*`. `ALL PRIVILEGES` stands for itself. */
  global: string[];
  /** On one schema (`db.*`), by schema name in lower case. */
  bySchema: Map<string, string[]>;
  /** On single tables, by `schema.table` in lower case. */
  byTable: Map<string, string[]>;
}

/**
 * Reads the rows of SHOW GRANTS. Lines that grant roles, proxies or routines carry no privilege on tables and are
 * ignored: what an active role may do comes in lines of its own.
 */
export function parseGrants(lines: readonly string[]): Grants {
  const grants: Grants = { global: [], bySchema: new Map(), byTable: new Map() };
  for (const line of lines) {
    const match =
      /^GRANT (.+?) ON (?:TABLE )?(\*|`(?:[^`]|``)+`|[^.\s`]+)\.(\*|`(?:[^`]|``)+`|\S+) TO /is.exec(line);
    if (match === null) continue;
    const privileges = splitPrivileges(match[1] ?? '');
    const schema = unquote(match[2] ?? '').toLowerCase();
    const table = unquote(match[3] ?? '').toLowerCase();
    if (schema === '*') add(grants.global, privileges);
    else if (table === '*') add(entry(grants.bySchema, schema), privileges);
    else add(entry(grants.byTable, `${schema}.${table}`), privileges);
  }
  return grants;
}

function withoutBrackets(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let close = 0; close >= 0; ) {
    const open = text.indexOf('(', at);
    close = open < 0 ? -1 : text.indexOf(')', open);
    parts.push(text.slice(at, close < 0 ? undefined : open));
    at = close + 1;
  }
  return parts.join('');
}

/** `SELECT, INSERT (a, b), PROCESS` -> SELECT, INSERT, PROCESS. */
function splitPrivileges(text: string): string[] {
  return withoutBrackets(text)
    .split(',')
    .map((name) => name.trim().replace(/\s+/g, ' ').toUpperCase())
    .filter((name) => name !== '' && name !== 'USAGE' && name !== 'PROXY');
}

function unquote(name: string): string {
  return name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`').replaceAll('\\_', '_') : name;
}

function entry(map: Map<string, string[]>, key: string): string[] {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made: string[] = [];
  map.set(key, made);
  return made;
}

function add(list: string[], names: readonly string[]): void {
  for (const name of names) if (!list.includes(name)) list.push(name);
}

/** Whether the account holds one of these global privileges; ALL PRIVILEGES holds every one. */
export function holdsGlobal(global: readonly string[], ...names: string[]): boolean {
  return global.includes('ALL PRIVILEGES') || names.some((name) => global.includes(name));
}
