import { domainToASCII } from 'node:url';
import { systemSchemas } from '../../knowledge/sql/system-schemas';
import type { RedactionClass, RedactionPreview } from '../../shared/redaction';
import { foldCase, type IndexedName, NameIndex } from './name-index';
import { isTelling } from './own-words';

/** Names that every server has: they say nothing about whose it is. */
const common: Readonly<Record<RedactionClass, ReadonlySet<string>>> = {
  hosts: new Set(['', '%', 'localhost', '127.0.0.1', '::1', '0.0.0.0', '::', '*']),
  users: new Set([
    '',
    'root',
    'system user',
    'event_scheduler',
    'unauthenticated user',
    'mysql',
    'mysql.session',
    'mysql.sys',
    'mysql.infoschema',
    'mariadb.sys',
    'background',
  ]),
  names: new Set(['', ...systemSchemas, 'primary', 'gen_clust_index', '*']),
  statements: new Set(['']),
};

const label: Readonly<Record<RedactionClass, string>> = {
  hosts: 'host',
  users: 'user',
  names: 'name',
  statements: 'statement',
};

interface Entry extends IndexedName {
  kind: RedactionClass;
  telling: boolean;
}

/** Gives every name of a snapshot one stand-in, the same everywhere. */
export class StandIns {
  readonly #classes: ReadonlySet<RedactionClass>;
  readonly #given = new Map<RedactionClass, Map<string, string>>();
  /** Names that stand in a column, a path or a quoted text of their own, not only in digests. */
  readonly #everywhere = new Set<string>();
  readonly #index = new NameIndex();
  readonly #entries = new Map<string, Entry>();

  constructor(classes: ReadonlySet<RedactionClass>) {
    this.#classes = classes;
  }

  wants(kind: RedactionClass): boolean {
    return this.#classes.has(kind);
  }

  /** The stand-in of a name; the name itself where its class stays or every server has it. */
  of(kind: RedactionClass, name: string, where: 'everywhere' | 'digests' = 'everywhere'): string {
    const key = foldCase(name);
    if (!this.wants(kind) || common[kind].has(key)) return name;
    if (where === 'everywhere') this.#everywhere.add(key);
    const given = this.#given.get(kind) ?? new Map<string, string>();
    this.#given.set(kind, given);
    const found = given.get(key) ?? `${label[kind]}_${given.size + 1}`;
    if (!given.has(key)) {
      given.set(key, found);
      for (const form of writtenForms(key)) this.#index.add(this.#entry(kind, key, form, found));
    }
    if (kind === 'hosts') for (const part of partsOfHost(key)) this.#part(part, found, given);
    return found;
  }

  /** What was replaced so far. Names in lower case: servers take either. */
  all(): RedactionPreview['replaced'] {
    return [...this.#given].flatMap(([kind, given]) =>
      [...given].map(([original, standIn]) => ({
        class: kind,
        original,
        standIn,
        where:
          kind !== 'names' || this.#everywhere.has(original) ? ('everywhere' as const) : ('digests' as const),
      })),
    );
  }

  /**
   * Replaces names in free text. One that shows whose server it is goes wherever it stands, also within a word; a
   * common word goes where the text shows that it is a name: as a whole word, and for one of a table between quotes,
   * dots or slashes.
   * @param kinds which classes' common words to look for
   */
  scrub(text: string, kinds: readonly RedactionClass[]): string {
    return this.#index.replace(text, (found, before, after) => {
      const entry = this.#entries.get(entryKey(found));
      if (entry === undefined) return false;
      const isWord = !isWordLetter(before) && !isWordLetter(after);
      // 10.0.0.1 is not in 10.0.0.12.
      if (entry.telling) return !/^[\d.-]+$/.test(found.name) || isWord;
      if (!kinds.includes(entry.kind)) return false;
      if (entry.kind !== 'names') return isWord;
      if (!this.#everywhere.has(found.name)) return false;
      return (
        (isNamed(before) && !isWordLetter(after)) ||
        (!isWordLetter(before) && isNamed(after)) ||
        (isWord && (before === '.' || after === '.'))
      );
    });
  }

  #part(part: string, standIn: string, given: Map<string, string>): void {
    if (given.has(part)) return;
    given.set(part, standIn);
    this.#index.add(this.#entry('hosts', part, part, standIn));
  }

  #entry(kind: RedactionClass, name: string, form: string, standIn: string): Entry {
    // A written form is as unusual as its name; it is longer.
    const entry = { kind, name: form, standIn, telling: isTelling(name) };
    this.#entries.set(entryKey(entry), entry);
    return entry;
  }
}

const entryKey = ({ name, standIn }: IndexedName) => `${standIn} ${name}`;

/** Quotes and slashes stand beside a name of a table, and hardly beside another word. */
const isNamed = (letter: string) => letter !== '' && "`'/\\".includes(letter);

/** Letters, digits and what servers take in a name without quotes. */
function isWordLetter(letter: string): boolean {
  return letter !== '' && /[\p{L}\p{N}_$]/u.test(letter);
}

/**
 * What host names have in them that shows as much as the whole: `db7`, `example.net` and `example` of
 * `db7.example.net`. Files, folders and logs are named after them.
 */
export function partsOfHost(host: string): string[] {
  if (/^[\d.:]*$/.test(host)) return [host.replaceAll('.', '-')].filter((text) => text.includes('-'));
  const labels = host.split('.');
  if (labels.length < 2) return [];
  const tails = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
  const single = labels
    .slice(0, -1)
    .filter((text, index) => (index === 0 ? text.length > 2 : isTelling(text)));
  return [...tails, ...single].filter(
    (text) => text !== 'localhost' && !generic.has(text) && /[a-z]/.test(text),
  );
}

const generic: ReadonlySet<string> = new Set(
  'localdomain local.domain internal intern intra cluster compute amazonaws azure cloud google rds svc'.split(
    ' ',
  ),
);

/** A name as servers and tools write it: in quotes, in names of files, in addresses. */
function writtenForms(name: string): string[] {
  const forms = [
    name,
    name.replaceAll('`', '``'),
    name.replaceAll("'", "''"),
    name.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('"', '\\"'),
    inFileName(name),
    encoded(name),
    ...(/[^\0-\x7f]/.test(name) ? [domainToASCII(name), name.normalize('NFD'), name.normalize('NFC')] : []),
  ];
  return [...new Set(forms.map(foldCase))].filter((form) => form !== '');
}

/** `my@002ddb` of `my-db`: how InnoDB and the server name files (strings/ctype-filename.c), for letters of ASCII. */
function inFileName(name: string): string {
  return name.replace(/[^\w]/g, (letter) => `@${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function encoded(name: string): string {
  try {
    return encodeURIComponent(name);
  } catch {
    // Half a surrogate pair.
    return name;
  }
}
