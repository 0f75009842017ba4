import { LatchkeyError } from '../../shared/base/error';
import { type Snapshot, snapshotSchema, snapshotSchemaName } from '../../shared/snapshot';

/** Brings a snapshot document of version `from` to version `from + 1`. Pure; may rely on nothing but its input. */
export interface SnapshotMigration {
  from: number;
  migrate(document: Record<string, unknown>): Record<string, unknown>;
}

/** One entry for every version before the current one, in order. Version 1 is the first: there is none yet. */
export const snapshotMigrations: readonly SnapshotMigration[] = [];

/**
 * Checks a parsed document and brings it to the current version. `file` names it in messages. Throws
 * `not-a-snapshot` (with the field that is wrong), `snapshot-newer` or `snapshot-corrupt`.
 */
export function acceptSnapshot(
  document: unknown,
  file: string,
  migrations: readonly SnapshotMigration[] = snapshotMigrations,
): Snapshot {
  if (!isRecord(document)) {
    throw notASnapshot(file, `it is JSON, but ${describeJson(document)} instead of an object`);
  }
  const version = readVersion(document, file);
  const current = schemaVersion(snapshotSchemaName) ?? 0;
  if (version > current) {
    throw new LatchkeyError(
      'snapshot-newer',
      `${file} was made by a newer version of Latchkey (snapshot format ${version}; this one reads up to ${current}).`,
      { hint: 'Update Latchkey to open it.' },
    );
  }
  let migrated = document;
  for (let from = version; from < current; from += 1) {
    const step = migrations.find((migration) => migration.from === from);
    if (step === undefined) {
      throw new LatchkeyError(
        'not-a-snapshot',
        `${file} has snapshot format ${version}, which this version of Latchkey cannot read.`,
      );
    }
    migrated = step.migrate(migrated);
  }
  const result = snapshotSchema.safeParse(migrated);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'the document' : issue.path.join('.');
  throw new LatchkeyError(
    'snapshot-corrupt',
    `${file} is not a valid Latchkey snapshot: ${field}: ${issue?.message ?? 'not valid'}.`,
    { hint: 'The file was changed after it was made, or a program other than Latchkey wrote it.' },
  );
}

function readVersion(document: Record<string, unknown>, file: string): number {
  const schema = document.schema;
  if (schema === undefined) throw notASnapshot(file, 'it is JSON, but the field "schema" is missing');
  if (typeof schema !== 'string') throw notASnapshot(file, 'the field "schema" is not a text');
  const version = schemaVersion(schema);
  if (version !== null) return version;
  const other = /^latchkey\/([a-z-]{1,20})\/\d+$/.exec(schema);
  if (other !== null) throw notASnapshot(file, `it is a Latchkey ${other[1]} document`);
  throw notASnapshot(file, `the field "schema" is ${JSON.stringify(schema.slice(0, 60))}`);
}

function schemaVersion(schema: string): number | null {
  const match = /^latchkey\/snapshot\/([1-9]\d{0,8})$/.exec(schema);
  return match === null ? null : Number(match[1]);
}

function notASnapshot(file: string, why: string): LatchkeyError {
  return new LatchkeyError('not-a-snapshot', `${file} is not a Latchkey snapshot: ${why}.`, {
    hint: 'Snapshots are made by `latchkey snapshot` and usually end in .lks.',
  });
}

function describeJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return `a ${typeof value}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
