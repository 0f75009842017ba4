import { type Line, ownText } from './line';

/** A lock as the lock monitor and the report on a deadlock print it (lock0lock.cc lock_rec_print, lock_table_print). */
export interface InnodbLock {
  kind: 'record' | 'table';
  /** `X`, `S`, `IX`, `IS`, `AUTO-INC`. */
  mode: string;
  /**
   * What a record lock covers: the record and the gap before it, only one of them, or the place for an insert. Null for
   * a lock on a table.
   */
  covers: 'next-key' | 'record' | 'gap' | 'insert-intention' | 'predicate' | null;
  waiting: boolean;
  /** As printed, with its quotes: `` `shop`.`orders` ``; MySQL 5.0 prints `` `shop/orders` ``. */
  table: string;
  partition: string | null;
  /** Null for a lock on a table. */
  index: string | null;
  /** Page of the locked records; null for a lock on a table. */
  page: { space: number; number: number } | null;
  /** Id of the transaction, as printed. */
  transaction: string;
  /**
   * Places of the locked records in their page, `Record lock, heap no 3`; 1 is the end of the page (supremum). Empty
   * for a lock on a table, and where Percona Server prints no records.
   */
  heapNumbers: number[];
}

/** The lock that this line describes; null when it is no such line. Searches from marks, so its work is linear. */
export function lockOf(line: Line): InnodbLock | null {
  const text = ownText(line);
  if (text === null) return null;
  if (text.startsWith('TABLE LOCK table ')) return lockFrom('table', null, null, text.slice(17));
  const page = /^RECORD LOCKS space id (\d{1,10}) page no (\d{1,10}) n bits \d{1,6} index /.exec(text);
  if (page === null) return null;
  const rest = text.slice(page[0].length);
  const ofTable = rest.indexOf(' of table ');
  if (ofTable <= 0) return null;
  return lockFrom(
    'record',
    { space: Number(page[1]), number: Number(page[2]) },
    rest.slice(0, ofTable).replaceAll('`', ''),
    rest.slice(ofTable + 10),
  );
}

/** @param text from the table's name on: `` `t`.`h` /* Partition `p1` *\/ trx id 42 lock_mode X locks gap before rec `` */
function lockFrom(
  kind: InnodbLock['kind'],
  page: InnodbLock['page'],
  index: string | null,
  text: string,
): InnodbLock | null {
  const id = text.lastIndexOf(' trx id ');
  const found = /^ trx id ([0-9a-fA-F]{1,20}(?: \d{1,10})?) lock[_ ]mode ([A-Z-]{1,12})(?=[ (]|$)/.exec(
    text.slice(Math.max(id, 0)),
  );
  if (id <= 0 || found === null) return null;
  const named = text.slice(0, id);
  const comment = named.indexOf(' /* ');
  const words = text.slice(id + found[0].length);
  return {
    kind,
    mode: found[2] ?? '',
    covers: kind === 'record' ? coverOf(words) : null,
    waiting: words.trimEnd().endsWith('waiting'),
    table: comment < 0 ? named : named.slice(0, comment),
    partition: comment < 0 ? null : named.slice(comment + 4).replace(/ ?\*\/$/, ''),
    index,
    page,
    transaction: found[1] ?? '',
    heapNumbers: [],
  };
}

function coverOf(words: string): InnodbLock['covers'] {
  if (words.includes('insert intention')) return 'insert-intention';
  if (words.includes('predicate')) return 'predicate';
  if (words.includes('gap before rec')) return 'gap';
  return words.includes('rec but not gap') ? 'record' : 'next-key';
}

const recordLine = /^Record lock, heap no (\d{1,6})(?= |$)/;
const physicalLine = /^PHYSICAL RECORD: |^(?:DATA|UNDO) TUPLE: \d+ fields;/;
const fieldLine = /^ *\d{1,4}: (?:len \d+;|SQL NULL)/;

/** The heap number of a locked record; null when the line is none. */
export function heapNumberOf({ text }: Line): number | null {
  const found = recordLine.exec(text.slice(0, 64))?.[1];
  return found === undefined ? null : Number(found);
}

/** True for a line that prints a record or one of its fields, which are users' data. */
export function isRecordData({ text }: Line): boolean {
  const start = text.slice(0, 64);
  return physicalLine.test(start) || fieldLine.test(start);
}

/** Equal for two descriptions of the same lock. */
export function lockKey({ heapNumbers, ...lock }: InnodbLock): string {
  return JSON.stringify(lock);
}
