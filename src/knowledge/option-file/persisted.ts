import { z } from 'zod';
import { LatchkeyError } from '../../shared/base/error';
import { withoutEnd } from '../../shared/base/without-end';
import { texts } from './texts';

/** A variable kept by SET PERSIST. */
export interface PersistedVariable {
  /** Lower case, with underscores. */
  name: string;
  value: string;
}

const variableSchema = z.object({ Value: z.string() });
const groupSchema = z.record(z.string(), z.unknown());

/**
 * Reads `mysqld-auto.cnf` of the data folder, which holds JSON and no option lines: MySQL 8 and later read it last,
 * after the option files and the command line, unless `persisted_globals_load` is OFF. Version 1 keeps everything below
 * "mysql_server", version 2 (8.0.29) in several groups beside each other (sql/persisted_variable.cc).
 * Throws `file-unreadable` for anything else.
 * @internal exported to tests
 */
export function parsePersisted(text: string, path: string): PersistedVariable[] {
  let document: unknown;
  try {
    // The server ends the file with a NUL in some versions.
    document = JSON.parse(withoutEnd(text, '\0'));
  } catch (error) {
    throw new LatchkeyError('file-unreadable', texts.doesNotHoldJsonAs(path), {
      hint: texts.withSuchAFileThe,
      cause: error,
    });
  }
  return collect(document);
}

/** Every object with a text "Value" is a variable, whatever group it stands in. */
function collect(node: unknown): PersistedVariable[] {
  const group = groupSchema.safeParse(node);
  if (!group.success) return [];
  return Object.entries(group.data).flatMap(([name, inner]) => {
    const variable = variableSchema.safeParse(inner);
    return variable.success ? [{ name: name.toLowerCase(), value: variable.data.Value }] : collect(inner);
  });
}
