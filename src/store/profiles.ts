import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { LatchkeyError } from '../shared/base/error';
import { shortText } from '../shared/base/short-text';
import { connectionTargetSchema, declaredHostSchema, profileColourSchema } from '../shared/connection';
import { type Profile, profileSchema } from '../shared/rpc/connection';
import { readableRows } from './readable-rows';
import { texts } from './texts';

/** Connections that the user made before. There is no column for a password, and there never will be. */
export interface ProfileRepository {
  /** Most recently used first. */
  list(): Profile[];
  /**
   * Changes the profile of this id, or else the one of the same name, which keeps its id, or adds it. Returns what is
   * stored. @throws {LatchkeyError} `usage`: the profile of this id cannot take the name of another
   */
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
  group_name: z.string(),
  colour: profileColourSchema.catch('none'),
});

export function profileRepository(database: Database): ProfileRepository {
  const list = database.prepare('SELECT * FROM profiles ORDER BY last_used_at DESC, name');
  const save = database.prepare(
    `INSERT INTO profiles (id, name, target, declared_host, last_used_at, group_name, colour)
     VALUES (@id, @name, @target, @declaredHost, @lastUsedAt, @group, @colour)
     ON CONFLICT (name) DO UPDATE SET target = @target, declared_host = @declaredHost, last_used_at = @lastUsedAt,
       group_name = @group, colour = @colour
     RETURNING *`,
  );
  const change = database.prepare(
    `UPDATE profiles SET name = @name, target = @target, declared_host = @declaredHost, last_used_at = @lastUsedAt,
       group_name = @group, colour = @colour
     WHERE id = @id RETURNING *`,
  );
  const named = database.prepare('SELECT id FROM profiles WHERE name = ?').pluck();
  const exists = database.prepare('SELECT count(*) FROM profiles WHERE id = ?').pluck();
  const remove = database.prepare('DELETE FROM profiles WHERE id = ?');

  return {
    list: () => readableRows(list.all(), readRow),
    save: (profile) => {
      // Parsing drops whatever does not belong to a target, so that a password cannot slip in beside it.
      const { id, name, target, declaredHost, ...rest } = profileSchema.parse(profile);
      const known = exists.get(id) === 1;
      const owner = named.get(name);
      if (known && owner !== undefined && owner !== id) {
        throw new LatchkeyError('usage', texts.anotherConnectionHasTheName(shortText(name)), {
          hint: texts.chooseAnotherNameOrRemove,
        });
      }
      const stored = (known ? change : save).get({
        ...rest,
        id,
        name,
        target: JSON.stringify(target),
        declaredHost: JSON.stringify(declaredHost),
      });
      return readRow(stored);
    },
    delete: (id) => remove.run(id).changes > 0,
  };
}

function readRow(row: unknown): Profile {
  const { id, name, target, declared_host, last_used_at, group_name, colour } = rowSchema.parse(row);
  return {
    id,
    name,
    target: connectionTargetSchema.parse(JSON.parse(target)),
    declaredHost: declaredHostSchema.parse(JSON.parse(declared_host)),
    group: group_name,
    colour,
    lastUsedAt: last_used_at,
  };
}
