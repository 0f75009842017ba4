import { systemSchemas } from '../../knowledge/sql/system-schemas';
import type { RedactionClass, RedactionPreview } from '../../shared/redaction';

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

/** Gives every name of a snapshot one stand-in, the same everywhere. */
export class StandIns {
  readonly #classes: ReadonlySet<RedactionClass>;
  readonly #given = new Map<RedactionClass, Map<string, string>>();
  /** Names that stand in a column, a path or a quoted text of their own, not only in digests. */
  readonly #everywhere = new Set<string>();

  constructor(classes: ReadonlySet<RedactionClass>) {
    this.#classes = classes;
  }

  wants(kind: RedactionClass): boolean {
    return this.#classes.has(kind);
  }

  /** The stand-in of a name; the name itself where its class stays or every server has it. */
  of(kind: RedactionClass, name: string, where: 'everywhere' | 'digests' = 'everywhere'): string {
    const key = name.toLowerCase();
    if (!this.wants(kind) || common[kind].has(key)) return name;
    if (where === 'everywhere') this.#everywhere.add(key);
    const given = this.#given.get(kind) ?? new Map<string, string>();
    this.#given.set(kind, given);
    const found = given.get(key) ?? `${label[kind]}_${given.size + 1}`;
    given.set(key, found);
    const short = kind === 'hosts' ? firstLabel(key) : null;
    if (short !== null && !given.has(short)) given.set(short, found);
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

  /** Replaces names of tables and columns where a text names one. */
  scrubNames(text: string): string {
    return this.#replace(text, 'names', namePattern);
  }

  /** Replaces names that are known by now wherever they stand as a whole word. @param kinds which classes to look for */
  scrub(text: string, kinds: readonly ('hosts' | 'users')[]): string {
    return kinds.reduce((result, kind) => this.#replace(result, kind, wordPattern), text);
  }

  #replace(text: string, kind: RedactionClass, pattern: (name: string) => RegExp): string {
    // The longest first: one name may be the beginning of another.
    const given = [...(this.#given.get(kind) ?? [])]
      .filter(([name]) => kind !== 'names' || this.#everywhere.has(name))
      .sort(([a], [b]) => b.length - a.length);
    return given.reduce(
      (result, [original, standIn]) =>
        result.toLowerCase().includes(original) ? result.replace(pattern(original), standIn) : result,
      text,
    );
  }
}

/** `db7` of `db7.example.net`: files and folders are named after it. Too short a one is a word like any other. */
function firstLabel(host: string): string | null {
  const label = /^([a-z][\w-]{2,})\.[a-z]/.exec(host)?.[1];
  return label === undefined || label === 'localhost' ? null : label;
}

/** Parts of one name: a dot or dash within a host name does not end it. */
const wordCharacter = '[\\p{L}\\p{N}_$]';

/** A name where a text names a table or column: in quotes, or joined to another by a dot or slash. */
export function namePattern(name: string): RegExp {
  const text = escaped(name);
  const before = `(?<=[\`'/\\\\]|${wordCharacter}\\.)${text}(?!${wordCharacter})`;
  const after = `(?<!${wordCharacter})${text}(?=[\`'/\\\\]|\\.${wordCharacter})`;
  return new RegExp(`${before}|${after}`, 'giu');
}

/** A name as a whole word, letters' case aside. */
export function wordPattern(word: string): RegExp {
  return new RegExp(`(?<!${wordCharacter})${escaped(word)}(?!${wordCharacter})`, 'giu');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
