import { catalogedVariables } from '../../knowledge/catalog/variable-catalog';
import { isSystemSchema } from '../../knowledge/sql/system-schemas';
import { LatchkeyError } from '../../shared/base/error';
import { withoutEnd } from '../../shared/base/without-end';
import type { ServerHistory } from '../../shared/history';
import type { Reason } from '../../shared/reason';
import type { RedactionClass, RedactionPreview } from '../../shared/redaction';
import {
  type Capture,
  type Cell,
  type Host,
  type Section,
  type Snapshot,
  sectionRows,
  snapshotSchema,
  type Table,
} from '../../shared/snapshot';
import { type PrivacyClass, privacyOf } from '../sections';
import { hostAndPort, replaceAddresses, uuidsIn } from './addresses';
import { namesIn, schemaColumns } from './column-names';
import { namesInStatement, replaceDigestNames } from './digest-text';
import { redactHistory } from './history';
import { mapTexts, textsOf } from './map-texts';
import { ownIdentifiers } from './own-identifiers';
import { isTelling } from './own-words';
import { StandIns } from './stand-ins';
import { peopleIn, plainName, redactStatusText, removed } from './status-text';
import { texts as catalogue } from './texts';

export interface RedactedSnapshot {
  snapshot: Snapshot;
  preview: RedactionPreview;
}

/** Settings whose values name machines, accounts or places, besides those that hold a known name. */
const hostSettings =
  /host|address|seeds|_node_|cluster_name|group_name|gtid|uuid|server_id$|(?:^|_)port$|proxy|replica_uri|connect_string|whitelist|allowlist|interfaces|rsa_public_key|subject|issuer|certificate/;
/** Numbers that say which server it is. */
const numberOfHost = /(?:^|_)port$|server_id$/;
const userSettings = /user|definer|account/;
const nameSettings =
  /^(replicate|binlog)_(do|ignore|wild|rewrite)_|schema_name|_db$|ft_aux_table|stopword_table/;
const statementSettings = /^init_|_statement$/;

const variables: ReadonlySet<string> = new Set(catalogedVariables());
const ownNames: ReadonlySet<string> = new Set(ownIdentifiers());

/**
 * A copy of a snapshot without what the classes name. A name keeps one stand-in everywhere, so that the analysis of the
 * copy says the same of `name_3` as that of the original says of the table. What cannot be distinguished goes whole.
 * `checkRedacted` proves the result.
 * @throws LatchkeyError internal where taking the names out breaks the document
 */
export function redactSnapshot(snapshot: Snapshot, classes: readonly RedactionClass[]): RedactedSnapshot {
  const run = new Redaction(new StandIns(new Set(classes)));
  const redacted = run.snapshot(snapshot);
  const replaced = run.names.all();
  const unproven = replaced
    .filter(({ original }) => !isTelling(original))
    .map(({ class: kind, original }) => ({ class: kind, original }));
  return {
    snapshot: redacted,
    preview: { classes: [...classes], replaced, unproven, dropped: run.dropped },
  };
}

/** Columns whose cells are names, or hold some: these are looked for everywhere. */
const learnt: ReadonlySet<PrivacyClass> = new Set([
  ...(['host', 'user', 'schema', 'object', 'digest', 'statement', 'path', 'setting'] as const),
]);

class Redaction {
  readonly names: StandIns;
  readonly dropped: RedactionPreview['dropped'] = [];
  /** With a slash at its end; '' while it is not known. */
  #datadir = '';
  /** While names are learnt, texts are only looked through. */
  #learning = false;

  constructor(names: StandIns) {
    this.names = names;
  }

  snapshot(original: Snapshot): Snapshot {
    this.#learning = true;
    this.#learn(original);
    this.#learning = false;
    const sections = Object.entries(original.sections).map(([id, section]): [string, Section] => [
      id,
      this.#section(id, section),
    ]);
    const { incomplete } = original;
    const redacted: Snapshot = {
      ...original,
      origin: { ...original.origin, target: this.#target(original.origin.target, original.origin.kind) },
      ...(incomplete === undefined ? {} : { incomplete: this.#reason(incomplete) }),
      server: {
        ...original.server,
        comment: this.#text(original.server.comment),
        serverKey: this.names.of('hosts', original.server.serverKey),
      },
      host: this.#host(original.host),
      sections: Object.fromEntries(sections),
      ...(original.history === undefined ? {} : { history: this.#history(original.history) }),
      statements: original.statements.map((statement) => ({
        ...statement,
        sql: this.#named(statement.sql),
        ...(statement.error === undefined ? {} : { error: this.#named(statement.error) }),
      })),
      redacted: [...new Set([...(original.redacted ?? []), ...this.#classes()])],
    };
    return this.#everywhere(redacted);
  }

  /** Whatever was not taken for a place of names: what shows whose server it is stands nowhere. */
  #everywhere(snapshot: Snapshot): Snapshot {
    const cleaned = mapTexts(snapshot, (text) => (isOpaque(text) ? text : this.names.scrub(text, [])));
    const parsed = snapshotSchema.safeParse(cleaned);
    if (parsed.success) return parsed.data;
    throw new LatchkeyError('internal', catalogue.takingTheNamesOutWould, {
      cause: parsed.error,
    });
  }

  #classes(): RedactionClass[] {
    return (['hosts', 'users', 'names', 'statements'] as const).filter((kind) => this.names.wants(kind));
  }

  /** Names that stand in columns of their own are learnt first, so that they are found in free text as well. */
  #learn(snapshot: Snapshot): void {
    this.#target(snapshot.origin.target, snapshot.origin.kind);
    this.names.of('hosts', snapshot.server.serverKey);
    const datadir = sectionRows(snapshot, 'variables').find(({ name }) => name === 'datadir')?.value;
    if (typeof datadir === 'string') this.#datadir = `${withoutEnd(datadir, '/')}/`;
    for (const [id, section] of Object.entries(snapshot.sections)) {
      for (const capture of [section.data?.start, section.data?.end]) {
        if (capture?.table !== undefined) this.#learnColumns(id, capture.table);
        if (capture?.text !== undefined) this.#learnStatus(capture.text);
      }
    }
    if (snapshot.history !== undefined) this.#history(snapshot.history);
    for (const text of textsOf(snapshot)) this.#learnQuoted(text);
  }

  #history(history: ServerHistory): ServerHistory {
    return redactHistory(history, {
      host: (text) => this.#hostOf(text),
      name: (text) => this.names.of('names', text),
      path: (text) => this.#path(text),
      setting: (variable, value) => this.#setting(variable, value),
      text: (text) => this.#named(text),
      reason: (reason) => this.#reason(reason),
    });
  }

  #learnColumns(id: string, table: Table): void {
    const schemas = schemaColumns(id, table);
    table.columns.forEach((column, index) => {
      const kind = namesIn(id, column);
      if (!learnt.has(kind)) return;
      for (const row of table.rows) {
        const cell = row[index] ?? null;
        this.#cell(kind, cell, row, schemas);
        if ((kind === 'statement' || kind === 'digest') && typeof cell === 'string')
          this.#learnStatement(cell);
      }
    });
  }

  #learnStatement(text: string): void {
    const ofServer = ownNamesIn(text);
    for (const name of namesInStatement(text)) if (!ofServer(name)) this.names.of('names', name, 'digests');
  }

  /** `'user'@'host'`, as in errors and in the GRANT that would add a privilege, and names in backquotes. */
  #learnQuoted(text: string): void {
    if (text.includes('@')) {
      for (const [, , user = '', , host = ''] of text.matchAll(/(['"`])([^'"`]*)\1@(['"`])([^'"`]*)\3/g)) {
        this.names.of('users', user);
        this.#hostOf(host);
      }
    }
    if (text.includes('`')) {
      const ofServer = ownNamesIn(text);
      for (const [, quoted = ''] of text.matchAll(/`((?:[^`]|``)*)(?:`|$)/g)) {
        const name = plainName(quoted);
        if (!ofServer(name)) this.names.of('names', name, 'digests');
      }
    }
  }

  #learnStatus(text: string): void {
    for (const [, schema = '', object = ''] of text.matchAll(/`([^`\n]+)`\.`([^`\n]+)`/g)) {
      this.names.of('names', schema);
      if (!isSystemSchema(schema)) this.names.of('names', object);
    }
    const { hosts, users } = peopleIn(text);
    for (const host of hosts) this.#hostOf(host);
    for (const user of users) this.names.of('users', user);
  }

  #section(id: string, section: Section): Section {
    const { data, reason } = section;
    const capture = (one: Capture): Capture => ({
      ...one,
      ...(one.table === undefined ? {} : { table: this.#table(id, one.table) }),
      ...(one.text === undefined ? {} : { text: this.#named(redactStatusText(one.text, this.names)) }),
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
    const schemas = schemaColumns(id, table);
    const kept = table.columns.map((column, index): PrivacyClass | null => {
      const kind = privacyOf(id, column);
      if (!['unknown', 'number', 'host-number'].includes(kind)) return kind;
      // Numbers say nothing, whatever the column, but for those of a server.
      if (!table.rows.some((row) => typeof row[index] === 'string' && !isNumber(row[index]))) {
        return numberOfHost.test(column.toLowerCase()) ? 'host-number' : 'number';
      }
      this.#drop(id, `column ${column.toLowerCase()}`, 'what it holds is not known');
      return null;
    });
    return {
      columns: table.columns,
      rows: table.rows.map((row) =>
        row.map((cell, index) => {
          const kind = kept[index] ?? null;
          return kind === null ? null : this.#cell(kind, cell, row, schemas);
        }),
      ),
    };
  }

  #drop(section: string, what: string, reason: string): void {
    if (this.dropped.some((one) => one.section === section && one.what === what)) return;
    this.dropped.push({ section, what, reason });
  }

  /** @param schemas where in the row names of schemas stand */
  #cell(kind: PrivacyClass, cell: Cell, row: readonly Cell[], schemas: readonly number[]): Cell {
    if (kind === 'host-number') return this.names.wants('hosts') && cell !== null ? 0 : cell;
    if (typeof cell !== 'string') return cell;
    switch (kind) {
      case 'own':
      case 'number':
        return cell;
      case 'unknown':
        return null;
      case 'host':
        return this.#hostOf(cell);
      case 'user':
        return this.names.of('users', cell);
      case 'schema':
        return this.names.of('names', cell);
      case 'object':
        return isSystem(row, schemas) ? cell : this.#objects(cell);
      case 'digest':
        return this.#digest(cell);
      case 'described':
        return this.#described(cell);
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
    if (!this.names.wants('hosts')) return text;
    for (const uuid of uuidsIn(text)) this.names.of('hosts', uuid);
    if (/[,;\s]/.test(text)) {
      return text.replace(/[^,;\s]+/g, (one) => this.#hostOf(one));
    }
    const { host, port } = hostAndPort(text);
    const standIn = this.names.of('hosts', host);
    return standIn === host ? text : `${standIn}${port === null ? '' : ':0'}`;
  }

  /** One name, or several with commas between them (columns of an index). */
  #objects(text: string): string {
    return text
      .split(',')
      .map((name) => this.names.of('names', name.trim()))
      .join(',');
  }

  #digest(text: string): string {
    if (this.names.wants('statements')) return removed;
    if (!this.names.wants('names')) return this.#text(text);
    const ofServer = ownNamesIn(text);
    return this.#text(
      replaceDigestNames(text, (name) => (ofServer(name) ? name : this.names.of('names', name, 'digests'))),
    );
  }

  /** The server's own words; what stands in brackets or quotes may be names, or values of an enumeration. */
  #described(text: string): string {
    if (!this.names.wants('names') && !this.names.wants('statements')) return this.#text(text);
    return this.#text(
      text.replace(/\(([^()]*)\)/g, (whole, inner: string) =>
        /^[\d\s,]*$/.test(inner) ? whole : `(${removed.slice(1)}`,
      ),
    );
  }

  /** The folders and files of schemas and tables: `./sbtest/sbtest1.ibd`. */
  #path(text: string): string {
    if (!this.names.wants('names')) return this.#inPath(text);
    const isInside = this.#datadir !== '' && text.startsWith(this.#datadir);
    const files = (isInside ? text.slice(this.#datadir.length) : text).replace(
      tableFile,
      (whole, schema: string | undefined, table: string, extension: string) => {
        if (isSystemFile(schema, table)) return whole;
        const folder =
          schema === undefined || schema === '.' ? schema : this.names.of('names', inPlain(schema));
        const file = this.names.of('names', inPlain(table));
        return `${folder === undefined ? '' : `${folder}/`}${file}${extension}`;
      },
    );
    // What stands beside the tables, such as ./orders/db.opt.
    return this.#scrub(this.#inPath(`${isInside ? this.#datadir : ''}${files}`), ['names']);
  }

  #setting(variable: string, value: string): string {
    if (value === '' || isNumber(value)) {
      return numberOfHost.test(variable) && value !== '' && this.names.wants('hosts') ? '0' : value;
    }
    if (statementSettings.test(variable) && this.names.wants('statements')) return removed;
    if (nameSettings.test(variable) && this.names.wants('names')) return this.names.of('names', value);
    if (isSwitch(value)) return value;
    if (hostSettings.test(variable) && this.names.wants('hosts')) return this.#hosts(value);
    if (userSettings.test(variable) && this.names.wants('users')) return this.names.of('users', value);
    return this.#scrub(this.#inPath(value), ['names']);
  }

  /** Hosts within addresses, lists and options: `gcomm://a,b?gmcast.listen_addr=tcp://c:4567`. */
  #hosts(text: string): string {
    if (!/[/=?]/.test(text)) return this.#hostOf(text);
    return text.replace(/[^\s,;/?=&()'"@]+/g, (one) => (/[.\d]/.test(one) ? this.#hostOf(one) : one));
  }

  /** `user@host:port` or `user@socket`, as the origin of a snapshot says it; an import has the name of its file. */
  #target(text: string, kind: Snapshot['origin']['kind']): string {
    if (kind !== 'live') return this.names.wants('hosts') ? this.names.of('hosts', text) : this.#text(text);
    const through = ' through SSH ';
    return text
      .split(through)
      .map((part) => {
        const at = part.lastIndexOf('@');
        const [user, place] = at < 0 ? [null, part] : [part.slice(0, at), part.slice(at + 1)];
        const where = place.startsWith('/') ? this.#inPath(place) : this.#hostOf(place);
        return user === null ? where : `${this.names.of('users', user)}@${where}`;
      })
      .join(through);
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

  #scrub(text: string, kinds: readonly RedactionClass[]): string {
    return this.#learning ? text : this.names.scrub(text, kinds);
  }

  /** Free text: names that are known, and anything that looks like an address. */
  #text(text: string): string {
    const known = this.#scrub(text, ['hosts', 'users']);
    return this.names.wants('hosts') ? replaceAddresses(known, (address) => this.#hostOf(address)) : known;
  }

  /** The same of a path or the name of a file, which is often named after its host: `db1_bin.000007`. */
  #inPath(text: string): string {
    if (this.#learning || !this.names.wants('hosts')) return this.#text(text);
    return this.#text(
      text
        .split('_')
        .map((part) => this.#scrub(part, ['hosts']))
        .join('_'),
    );
  }

  /** Text that may name tables. */
  #named(text: string): string {
    return this.#text(this.#scrub(text, ['names']));
  }
}

/** Whether a name in this statement is one of the server's own: of a table or column of its schemas, where it reads those. */
function ownNamesIn(text: string): (name: string) => boolean {
  const readsOwn = /\b(?:performance|information)_schema\b/i.test(text);
  const readsVariables = text.includes('@@');
  return (name) => {
    const lower = name.toLowerCase();
    return (readsOwn && ownNames.has(lower)) || (readsVariables && variables.has(lower));
  };
}

/** Moments, ids and checksums: letters and digits that name nothing. */
function isOpaque(text: string): boolean {
  return /^(?:\d{4}-\d\d-\d\d[T ][\d:.]+Z?|[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(
    text,
  );
}

/** The name of a table's file as people write it: `my-db` of `my@002ddb`. */
function inPlain(name: string): string {
  return name.replace(/@([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The last folder and the file of a table: `orders/customers.ibd`, without what names its partition. */
const tableFile =
  /(?<![^/\\])(?:([^/\\]+)[/\\])?([^/\\]+?)(?:#[pPsS]#[^/\\.]*)?(\.(?:ibd|frm|MY[DI]|MA[DI]|cfg|sdi|CS[MV]|par|TR[GN]))$/;

function isSystemFile(schema: string | undefined, table: string): boolean {
  if (schema !== undefined && schema !== '.') return isSystemSchema(schema);
  return /^(mysql|ibdata|ibtmp|undo|temp_)/.test(table);
}

function isSystem(row: readonly Cell[], schemas: readonly number[]): boolean {
  return schemas.some((index) => isSystemSchema(String(row[index] ?? '')));
}

function isNumber(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell);
}

function isSwitch(value: string): boolean {
  return /^(ON|OFF|YES|NO|AUTO|NONE|DEFAULT|TABLE|FILE|SYSTEM)$/i.test(value);
}
