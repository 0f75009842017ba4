import type { JournalEntry, RestoreOutcome } from '../../shared/change';
import { type ConnectionTarget, reachSameServer } from '../../shared/connection';
import type { RpcInput } from '../../shared/rpc';
import type { Profile } from '../../shared/rpc/connection';
import { call } from './call';
import { texts } from './texts';

/** How the server of an entry is reached without asking anybody, or why not, as a sentence. */
export type UnaskedWay = { way: Omit<RpcInput<'restore.run'>, 'entryId'> } | { why: string };

/**
 * The way to the server of an interrupted change at the start of Latchkey: as the change was made where that took no
 * password, else by a saved connection of the same account whose password the keychain holds. Nothing is written to
 * production without a person.
 * @param kept ids of the profiles whose passwords the keychain holds
 */
export function unaskedWay(
  { target, needsSecrets = true }: Pick<JournalEntry, 'target' | 'needsSecrets'>,
  profiles: readonly Pick<Profile, 'id' | 'target' | 'colour'>[],
  kept: readonly string[],
): UnaskedWay {
  const there = profiles.filter((one) => reachSameServer(one.target, target));
  if (there.some(({ colour }) => colour === 'red')) return { why: texts.itIsAProductionServer };
  // Where a login path, an option file or a socket leads, the address as typed does not say.
  if (profiles.some((one) => one.colour === 'red' && !saysWhere(one.target)))
    return { why: texts.itMayBeAProductionServer };
  if (!needsSecrets) return { way: { secrets: {} } };
  const saved = there.find(({ id, target: { user } }) => user === target.user && kept.includes(id));
  if (saved !== undefined) return { way: { target: saved.target, secrets: { saved: saved.id } } };
  return { why: texts.itsPasswordIsNotSaved };
}

/** Whether a target names the place that it leads to, so that another one can be compared with it. */
function saysWhere({ host, port, socket, loginPath, defaultsFile }: ConnectionTarget): boolean {
  if (loginPath !== undefined || defaultsFile !== undefined) return false;
  return socket !== undefined || (host !== undefined && (host !== 'localhost' || port !== undefined));
}

/** What became of an entry at the start. `left`: it waits for a person, and why. */
export type UnaskedRestore =
  | { entry: JournalEntry; outcome: RestoreOutcome }
  | { entry: JournalEntry; left: string };

/**
 * Restores what interrupted changes left on servers, one after the other. A kept change is none.
 * @param pending what the journal holds
 * @param report is given what has become of the entries so far
 */
export async function restoreUnasked(
  pending: readonly JournalEntry[],
  report: (soFar: readonly UnaskedRestore[]) => void,
): Promise<UnaskedRestore[]> {
  const entries = pending.filter(({ phase }) => phase !== 'kept');
  if (entries.length === 0) return [];
  const [profiles, secrets] = await Promise.all([call('profiles.list', {}), call('secrets.list', {})]);
  // Without the list nobody knows which of them is production.
  if (!profiles.ok) return entries.map((entry) => ({ entry, left: profiles.error.message }));
  const kept = secrets.ok ? secrets.value.profiles : [];
  const results: UnaskedRestore[] = [];
  for (const entry of entries) {
    const found = unaskedWay(entry, profiles.value, kept);
    if ('why' in found) results.push({ entry, left: found.why });
    else {
      const reply = await call('restore.run', { entryId: entry.id, unasked: true, ...found.way });
      if (reply.ok) results.push({ entry, outcome: reply.value });
      // Not found: another window was quicker.
      else if (reply.error.code !== 'not-found') results.push({ entry, left: reply.error.message });
    }
    report([...results]);
  }
  return results;
}
