import { compareVersions, parseVersion } from '../../../shared/server';
import { introductions } from '../history/introduced';
import { removals } from '../history/removed';
import { renames } from '../history/renames';
import type { ServerKind } from '../variable-facts';
import { inVersionRange } from '../versions/version-range';

// Read when they are first asked for: a short command asks after none.
const introduced = byName(introductions, (entry) => entry.version);
const removed = byName(removals, (entry) => entry.version);

/** Whether a variable that a newer live server has was there already; false where that is not known. */
export function existedAlready(name: string, { flavour, version }: ServerKind): boolean {
  const renamed = renames.filter((entry) => entry.flavour === flavour && entry.to === name);
  const since = [introduced().get(`${flavour} ${name}`) ?? [], renamed.map((entry) => entry.since)].flat();
  return since.some((first) => inVersionRange(version, `${first}..`));
}

/** Whether a variable is known to have come with a version after this one. */
export function cameLater(name: string, { flavour, version }: ServerKind): boolean {
  const first = parseVersion(introduced().get(`${flavour} ${name}`) ?? '');
  return first !== null && compareVersions(version, first) < 0;
}

/** Whether a variable that an older live server has was there still; false where that is not known. */
export function existedStill(name: string, { flavour, version }: ServerKind): boolean {
  const first = parseVersion(removed().get(`${flavour} ${name}`) ?? '');
  if (first !== null) return compareVersions(version, first) < 0;
  const rename = renames.find((entry) => entry.flavour === flavour && entry.from === name);
  return rename?.until !== undefined && inVersionRange(version, `..${rename.until}`);
}

/** Keys are flavour and name. */
function byName<T extends { flavour: string; names: string }>(
  entries: readonly T[],
  value: (entry: T) => string,
): () => ReadonlyMap<string, string> {
  let read: ReadonlyMap<string, string> | undefined;
  return () => {
    read ??= new Map(
      entries.flatMap((entry) =>
        entry.names
          .trim()
          .split(/\s+/)
          .map((name): [string, string] => [`${entry.flavour} ${name}`, value(entry)]),
      ),
    );
    return read;
  };
}
