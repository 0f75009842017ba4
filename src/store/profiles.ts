import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { connectionTargetSchema, declaredHostSchema } from '../shared/connection';
import { type Profile, profileSchema } from '../shared/rpc/connection';
import { readableRows } from './readable-rows';

/** Connections that the user made before. There is no column for a password, and there never will be. */
export interface ProfileRepository {
  /** Most recently used first. */
  list(): Profile[];
  /** Adds a profile; one of the same name keeps its id and takes the new values. Returns what is stored. */
  save(profile: Profile): Profile;
  /** True when there was one. */
  delete(id: string): boolean;
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  target: z.string(),
  declared_host: z.string(),
  last_used_at: z.string(),
});

export function profileRepository(database: Database): ProfileRepository {
  const list = database.prepare('SELECT * FROM profiles ORDER BY last_used_at DESC, name');
  const save = database.prepare(
    `INSERT INTO profiles (id, name, target, declared_host, last_used_at)
     VALUES (@id, @name, @target, @declaredHost, @lastUsedAt)
     ON CONFLICT (name) DO UPDATE SET target = @target, declared_host = @declaredHost, last_used_at = @lastUsedAt
     RETURNING *`,
  );
  const remove = database.prepare('DELETE FROM profiles WHERE id = ?');

  return {
    list: () => readableRows(list.all(), readRow),
    save: (profile) => {
      // Parsing drops whatever does not belong to a target, so that a password cannot slip in beside it.
      const { id, name, target, declaredHost, lastUsedAt } = profileSchema.parse(profile);
      const stored = save.get({
        id,
        name,
        target: JSON.stringify(target),
        declaredHost: JSON.stringify(declaredHost),
        lastUsedAt,
      });
      return readRow(stored);
    },
    delete: (id) => remove.run(id).changes > 0,
  };
}

function readRow(row: unknown): Profile {
  const { id, name, target, declared_host, last_used_at } = rowSchema.parse(row);
  return {
    id,
    name,
    target: connectionTargetSchema.parse(JSON.parse(target)),
    declaredHost: declaredHostSchema.parse(JSON.parse(declared_host)),
    lastUsedAt: last_used_at,
  };
}
