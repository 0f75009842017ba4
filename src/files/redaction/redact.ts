import { parseInnodbStatus } from '../../knowledge/innodb-status';
import { isSystemSchema } from '../../knowledge/sql/system-schemas';
import type { Reason } from '../../shared/reason';
import type { RedactionClass, RedactionPreview } from '../../shared/redaction';
import {
  type Capture,
  type Cell,
  type Host,
  type Section,
  type Snapshot,
  sectionRows,
  type Table,
} from '../../shared/snapshot';
import { type ColumnKind, columnKind } from './columns';
import { StandIns } from './stand-ins';

export interface RedactedSnapshot {
  snapshot: Snapshot;
  preview: RedactionPreview;
}

/** Settings whose values name machines, accounts or places, besides those that hold a known name. */
const hostSettings =
  /host|address|seeds|_node_|cluster_address|gtid_domain|server_uuid|server_id$|proxy|replica_uri|connect_string|whitelist|allowlist|interfaces/;
const userSettings = /user|definer|account/;
const nameSettings =
  /^(replicate|binlog)_(do|ignore|wild|rewrite)_|schema_name|_db$|ft_aux_table|stopword_table/;
const statementSettings = /^init_|_statement$/;

/** Nothing of a statement is left. */
const removed = '(removed)';
const addressPattern =
  /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\w.])|(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}(?![\w:])/gi;

/**
 * A copy of a snapshot without what the classes name. A name keeps one stand-in everywhere, so that the analysis of the
 * copy says the same of `name-3` as that of the original says of the table. What cannot be told apart goes whole.
 * @throws nothing; `checkRedacted` proves the result
 */
export function redactSnapshot(snapshot: Snapshot, classes: readonly RedactionClass[]): RedactedSnapshot {
  const run = new Redaction(new StandIns(new Set(classes)));
  const redacted = run.snapshot(snapshot);
  return {
    snapshot: redacted,
    preview: { classes: [...classes], replaced: run.names.all(), dropped: run.dropped },
  };
}

class Redaction {
  readonly names: StandIns;
  readonly dropped: RedactionPreview['dropped'] = [];
  /** With a slash at its end; '' while it is not known. */
  #datadir = '';

  constructor(names: StandIns) {
    this.names = names;
  }

  snapshot(original: Snapshot): Snapshot {
    this.#learn(original);
    const sections = Object.entries(original.sections).map(([id, section]): [string, Section] => [
      id,
      this.#section(id, section),
    ]);
    const { incomplete } = original;
    const redacted: Snapshot = {
      ...original,
      origin: { ...original.origin, target: this.#target(original.origin.target) },
      ...(incomplete === undefined ? {} : { incomplete: this.#reason(incomplete) }),
      server: {
        ...original.server,
        comment: this.#text(original.server.comment),
        serverKey: this.names.of('hosts', original.server.serverKey),
      },
      host: this.#host(original.host),
      sections: Object.fromEntries(sections),
      statements: original.statements.map((statement) => ({
        ...statement,
        sql: this.#named(statement.sql),
        ...(statement.error === undefined ? {} : { error: this.#named(statement.error) }),
      })),
      redacted: [...new Set([...(original.redacted ?? []), ...this.#classes()])],
    };
    return redacted;
  }

  #classes(): RedactionClass[] {
    return (['hosts', 'users', 'names', 'statements'] as const).filter((kind) => this.names.wants(kind));
  }

  /** Names that stand in columns of their own are learnt first, so that they are found in free text as well. */
  #learn(snapshot: Snapshot): void {
    this.#target(snapshot.origin.target);
    const datadir = sectionRows(snapshot, 'variables').find(({ name }) => name === 'datadir')?.value;
    if (typeof datadir === 'string') this.#datadir = datadir.replace(/\/*$/, '/');
    for (const section of Object.values(snapshot.sections)) {
      this.#learnAccounts(section.reason);
      for (const capture of [section.data?.start, section.data?.end]) {
        if (capture?.table !== undefined) this.#learnColumns(capture.table);
        if (capture?.text !== undefined) this.#learnStatus(capture.text);
      }
    }
  }

  #learnColumns(table: Table): void {
    table.columns.forEach((column, index) => {
      const kind = columnKind(column);
      if (kind === null || !['host', 'user', 'schema', 'object', 'setting', 'path', 'digest'].includes(kind))
        return;
      for (const row of table.rows) this.#cell(kind, row[index] ?? null, row, table.columns);
    });
  }

  /** `'user'@'host'`, as in the GRANT that would add a privilege. */
  #learnAccounts(reason: Reason | undefined): void {
    for (const text of [reason?.text ?? '', reason?.remedy ?? '']) {
      for (const [, user = '', host = ''] of text.matchAll(/'([^']*)'@'([^']*)'/g)) {
        this.names.of('users', user);
        this.names.of('hosts', host);
      }
    }
  }

  #learnStatus(text: string): void {
    for (const [, schema = '', object = ''] of text.matchAll(/`([^`\n]+)`\.`([^`\n]+)`/g)) {
      this.names.of('names', schema);
      if (!isSystemSchema(schema)) this.names.of('names', object);
    }
  }

  #section(id: string, section: Section): Section {
    const { data, reason } = section;
    const capture = (one: Capture): Capture => ({
      ...one,
      ...(one.table === undefined ? {} : { table: this.#table(id, one.table) }),
      ...(one.text === undefined ? {} : { text: this.#statusText(one.text) }),
    });
    return {
      ...section,
      ...(reason === undefined ? {} : { reason: this.#reason(reason) }),
      ...(data === undefined
        ? {}
        : {
            data: {
              ...(data.start === undefined ? {} : { start: capture(data.start) }),
              ...(data.end === undefined ? {} : { end: capture(data.end) }),
            },
          }),
    };
  }

  #table(id: string, table: Table): Table {
    const kept = table.columns.map((column, index) => {
      const kind = columnKind(column);
      const holdsText = table.rows.some((row) => typeof row[index] === 'string' && !isNumber(row[index]));
      if (kind !== null || !holdsText) return kind ?? 'own';
      this.#drop(id, `column ${column.toLowerCase()}`, 'what it holds is not known');
      return null;
    });
    return {
      columns: table.columns,
      rows: table.rows.map((row) =>
        row.map((cell, index) => {
          const kind = kept[index] ?? null;
          return kind === null ? null : this.#cell(kind, cell, row, table.columns);
        }),
      ),
    };
  }

  #drop(section: string, what: string, reason: string): void {
    if (this.dropped.some((one) => one.section === section && one.what === what)) return;
    this.dropped.push({ section, what, reason });
  }

  #cell(kind: ColumnKind, cell: Cell, row: readonly Cell[], columns: readonly string[]): Cell {
    if (typeof cell !== 'string') return cell;
    switch (kind) {
      case 'own':
        return cell;
      case 'host':
        return this.#hostOf(cell);
      case 'user':
        return this.names.of('users', cell);
      case 'schema':
        return this.names.of('names', cell);
      case 'object':
        return isSystem(row, columns) ? cell : this.#objects(cell);
      case 'digest':
        return this.#digest(cell);
      case 'statement':
        return this.names.wants('statements') || this.names.wants('names') ? removed : this.#text(cell);
      case 'path':
        return this.#path(cell);
      case 'setting':
        return this.#setting(String(row[0] ?? '').toLowerCase(), cell);
      case 'text':
        return this.names.wants('statements') || this.names.wants('names') ? removed : this.#text(cell);
    }
  }

  /** A host with its port, or a list of them. */
  #hostOf(text: string): string {
    const [, host = text, port] = /^(.*?)(:\d+)?$/.exec(text) ?? [];
    if (!this.names.wants('hosts')) return text;
    const standIn = this.names.of('hosts', host);
    return standIn === host ? text : `${standIn}${port === undefined ? '' : ':0'}`;
  }

  /** One name, or several with commas between them (columns of an index). */
  #objects(text: string): string {
    return text
      .split(',')
      .map((name) => this.names.of('names', name.trim()))
      .join(',');
  }

  /** In a digest all names stand in backquotes, or bare in lower case; the server prints its keywords in upper case. */
  #digest(text: string): string {
    if (this.names.wants('statements')) return removed;
    if (!this.names.wants('names')) return this.#text(text);
    const quoted = text.replace(
      /`((?:[^`]|``)*)`/g,
      (_, name: string) => `\`${this.names.of('names', name, 'digests')}\``,
    );
    return this.#text(
      quoted.replace(/(`[^`]*`)|[\p{L}_$][\p{L}\p{N}_$]*/gu, (word, isQuoted?: string) =>
        isQuoted !== undefined || word === word.toUpperCase()
          ? word
          : this.names.of('names', word, 'digests'),
      ),
    );
  }

  /** The folders and files of schemas and tables: `./sbtest/sbtest1.ibd`. */
  #path(text: string): string {
    const path = this.#text(text);
    if (!this.names.wants('names')) return path;
    const inside =
      this.#datadir !== '' && path.startsWith(this.#datadir) ? path.slice(this.#datadir.length) : null;
    const files = (inside ?? path).replace(
      tableFile,
      (whole, schema: string | undefined, table: string, extension: string) =>
        isSystemFile(schema, table)
          ? whole
          : `${schema === undefined || schema === '.' ? (schema ?? '') : this.names.of('names', schema)}${schema === undefined ? '' : '/'}${this.names.of('names', table)}${extension}`,
    );
    // What stands beside the tables, such as ./orders/db.opt.
    return this.names.scrubNames(`${inside === null ? '' : this.#datadir}${files}`);
  }

  #setting(variable: string, value: string): string {
    if (value === '' || isNumber(value)) {
      return variable === 'server_id' && this.names.wants('hosts') ? '0' : value;
    }
    if (statementSettings.test(variable) && this.names.wants('statements')) return removed;
    if (nameSettings.test(variable) && this.names.wants('names')) return this.names.of('names', value);
    if (isSwitch(value)) return value;
    if (hostSettings.test(variable) && this.names.wants('hosts')) return this.#hostOf(value);
    if (userSettings.test(variable) && this.names.wants('users')) return this.names.of('users', value);
    const text = this.#text(value);
    return this.names.wants('names') ? this.names.scrubNames(text) : text;
  }

  /** `user@host:port` or `user@socket`, as the origin of a snapshot says it. */
  #target(text: string): string {
    const at = text.lastIndexOf('@');
    const [user, place] = at < 0 ? [null, text] : [text.slice(0, at), text.slice(at + 1)];
    const where = place.startsWith('/') ? this.#text(place) : this.#hostOf(place);
    return user === null ? where : `${this.names.of('users', user)}@${where}`;
  }

  #host(host: Host): Host {
    const facts = Object.entries(host).map(([name, fact]) => {
      if (typeof fact !== 'object' || fact === null) return [name, fact];
      const reason =
        'reason' in fact && fact.reason !== undefined ? { reason: this.#reason(fact.reason) } : {};
      const value =
        'value' in fact && typeof fact.value === 'string' ? { value: this.#text(fact.value) } : {};
      return [name, { ...fact, ...value, ...reason }];
    });
    return { ...host, ...Object.fromEntries(facts) };
  }

  #reason(reason: Reason): Reason {
    const { text, remedy } = reason;
    return {
      ...reason,
      text: this.#text(text),
      ...(remedy === undefined ? {} : { remedy: this.#text(remedy) }),
    };
  }

  /** Free text: names that are known, and anything that looks like an address. */
  #text(text: string): string {
    const known = this.names.scrub(text, ['hosts', 'users']);
    return this.names.wants('hosts')
      ? known.replace(addressPattern, (address) => this.#hostOf(address))
      : known;
  }

  /** Text that may name tables. */
  #named(text: string): string {
    return this.#text(this.names.wants('names') ? this.names.scrubNames(text) : text);
  }

  #statusText(text: string): string {
    let result = text;
    if (this.names.wants('statements') || this.names.wants('names')) {
      for (const statement of statementsIn(text)) result = result.split(statement).join(removed);
    }
    if (this.names.wants('hosts') || this.names.wants('users')) {
      // What follows the query id is host, address, user and state, without anything that tells them apart.
      result = result.replace(/^(MySQL thread id \d+.*?query id \d+) .*$/gm, '$1');
    }
    if (this.names.wants('names')) {
      result = result
        .replace(/`([^`\n]+)`/g, (_, name: string) => `\`${this.names.of('names', name)}\``)
        .replace(
          /\bindex (`?)([^\s`]+)\1 of table/g,
          (_, quote: string, name: string) =>
            `index ${quote}${this.names.of('names', name)}${quote} of table`,
        )
        .replace(/^(LATEST FOREIGN KEY ERROR\n-+\n)[\s\S]*?(?=^-{3,}\n)/m, `$1${removed}\n`);
    }
    return this.#named(result);
  }
}

/** The last folder and the file of a table: `orders/customers.ibd`, without what names its partition. */
const tableFile =
  /(?:([^/\\]+)[/\\])?([^/\\]+?)(?:#[pPsS]#[^/\\.]*)?(\.(?:ibd|frm|MY[DI]|MA[DI]|cfg|sdi|CS[MV]|par|TR[GN]))$/;

function isSystemFile(schema: string | undefined, table: string): boolean {
  if (schema !== undefined && schema !== '.') return isSystemSchema(schema);
  return /^(mysql|ibdata|ibtmp|undo|temp_)/.test(table);
}

function statementsIn(text: string): string[] {
  const status = parseInnodbStatus(text);
  const transactions = [...(status.transactions?.list ?? []), ...(status.latestDeadlock?.transactions ?? [])];
  const found = transactions.flatMap(({ statement }) =>
    statement === null || statement === '' ? [] : [statement],
  );
  return found.sort((a, b) => b.length - a.length);
}

function isSystem(row: readonly Cell[], columns: readonly string[]): boolean {
  return columns.some(
    (column, index) => columnKind(column) === 'schema' && isSystemSchema(String(row[index] ?? '')),
  );
}

function isNumber(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell);
}

function isSwitch(value: string): boolean {
  return /^(ON|OFF|YES|NO|AUTO|NONE|DEFAULT|TABLE|FILE|SYSTEM)$/i.test(value);
}
