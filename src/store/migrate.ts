import type { Database } from 'better-sqlite3';
import { LatchkeyError } from '../shared/base/error';
import { type Migration, migrations } from './migrations';
import { texts } from './texts';

/** The schema version that a database file carries; 0 for a new one. */
export function schemaVersion(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/**
 * Brings a database to `target`, one transaction a step, so that a crash between steps leaves a valid older one.
 * @throws LatchkeyError 'write-failed' when a step fails
 */
export function migrate(
  database: Database,
  target = migrations.length,
  steps: readonly Migration[] = migrations,
): void {
  for (const [index, step] of steps.entries()) {
    const version = index + 1;
    if (version <= schemaVersion(database) || version > target) continue;
    try {
      database.transaction(() => {
        database.exec(step.sql);
        database.pragma(`user_version = ${version}`);
      })();
    } catch (cause) {
      throw new LatchkeyError('write-failed', texts.databaseStepFailed(version, step.name), {
        cause,
      });
    }
  }
}
