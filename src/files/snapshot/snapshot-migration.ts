import { LatchkeyError } from '../../shared/base/error';
import { fitsOf } from '../../shared/base/fits';
import { type Snapshot, snapshotSchema, snapshotSchemaName } from '../../shared/snapshot';
import { texts } from './texts';

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
    throw new LatchkeyError('snapshot-newer', texts.wasMadeByANewer(file, version, current), {
      hint: texts.updateLatchkeyToOpenIt,
    });
  }
  let migrated = document;
  for (let from = version; from < current; from += 1) {
    const step = migrations.find((migration) => migration.from === from);
    if (step === undefined) {
      throw new LatchkeyError('not-a-snapshot', texts.hasSnapshotFormatWhichThis(file, version));
    }
    migrated = step.migrate(migrated);
  }
  if (isSnapshot(migrated)) return migrated;
  const result = snapshotSchema.safeParse(migrated);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'the document' : issue.path.join('.');
  throw new LatchkeyError(
    'snapshot-corrupt',
    texts.isNotAValidLatchkey(file, field, issue?.message ?? texts.notValid),
    { hint: texts.theFileWasChangedAfter },
  );
}

function isSnapshot(document: Record<string, unknown>): document is Snapshot {
  return fitsOf(snapshotSchema)(document);
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
  return new LatchkeyError('not-a-snapshot', texts.isNotALatchkeySnapshot(file, why), {
    hint: texts.snapshotsAreMadeByLatchkey,
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
