import { z } from 'zod';

/** One row, as Latchkey has it; undefined for one that it did not write so. */
export function readable<T>(row: unknown, read: (row: unknown) => T): T | undefined {
  try {
    return read(row);
  } catch (thrown) {
    // A schema that the row does not fit (ZodError), or JSON that is none. What SQLite itself says is no such thing.
    if (thrown instanceof z.ZodError || thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** The rows that can be read: one that cannot must not take the others with it. */
export function readableRows<T>(rows: readonly unknown[], read: (row: unknown) => T): T[] {
  return rows.flatMap((row) => {
    const one = readable(row, read);
    return one === undefined ? [] : [one];
  });
}

export interface ListedTable {
  /** Its entries, in the plural. */
  what: string;
  count(): number;
  list(): readonly unknown[];
}

/** What to tell of tables in which some rows cannot be read, so that their list is not taken for all there was. */
export function unreadableRemarks(file: string, tables: readonly ListedTable[]): string[] {
  return tables.flatMap(({ what, count, list }) => {
    const missing = unreadableCount({ count, list });
    const [one, stay] = missing === 1 ? ['is', 'It stays'] : ['are', 'They stay'];
    return missing > 0
      ? [
          `${missing} of the ${what} in ${file} cannot be read, and ${one} not listed. ${stay} in the database.`,
        ]
      : [];
  });
}

function unreadableCount({ count, list }: Pick<ListedTable, 'count' | 'list'>): number {
  try {
    return count() - list().length;
  } catch {
    // Damage of the file itself is identified by the first call that meets it, which moves the file aside.
    return 0;
  }
}
