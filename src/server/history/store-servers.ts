import { type Dialect, dialectFor } from '../../knowledge/metrics/dialect';
import { LatchkeyError } from '../../shared/base/error';
import { shortText } from '../../shared/base/short-text';
import { counted } from '../../shared/base/units';
import type { Labels } from '../../shared/metrics-store';
import { visible } from '../../shared/writers/visible';
import { namePatterns, selector } from './selector';
import type { StoreClient } from './store-client';
import { texts } from './texts';

/** A server of a store, with what finds its series. */
export interface KnownServer {
  name: string;
  labels: Labels;
  dialect: Dialect;
  /** Oldest first, as far as the store shows it. */
  versions: string[];
}

/** Servers whose series had a point in a span (ms since 1970), by name. */
export async function knownServers(
  client: StoreClient,
  dialects: readonly Dialect[],
  fromMs: number,
  toMs: number,
): Promise<KnownServer[]> {
  const metrics = dialects.flatMap(({ server, version }) => [server.metric, server.up, version.metric]);
  const wanted = selector({ ...client.labels, __name__: { anyOf: namePatterns(metrics) } });
  const found = await client.series(wanted, fromMs, toMs);
  const servers = new Map<string, KnownServer>();
  for (const { __name__: metric = '', ...labels } of found) {
    const dialect = dialectFor(labels, dialects);
    if (dialect === undefined || (metric !== dialect.server.metric && metric !== dialect.server.up)) continue;
    const own = withoutLabels(labels, dialect.server.ownLabels);
    const key = serverKey(own);
    if (!servers.has(key))
      servers.set(key, { name: nameOf(own, dialect), labels: own, dialect, versions: [] });
  }
  for (const server of servers.values()) server.versions = versionsOf(server, found);
  return [...servers.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The same for the same labels. */
export function serverKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort());
}

export function withoutLabels(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)));
}

function nameOf(labels: Labels, { server }: Dialect): string {
  return server.nameLabels.map((label) => labels[label]).find((value) => value !== undefined) ?? '';
}

function versionsOf({ labels, dialect: { version } }: KnownServer, found: readonly Labels[]): string[] {
  const versions = found
    .filter(({ __name__ }) => __name__ === version.metric)
    .filter((one) => Object.entries(labels).every(([name, value]) => one[name] === value))
    .flatMap((one) => one[version.version] ?? []);
  return [...new Set(versions)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** A name of a store as messages hold it. */
export function storeName(text: string): string {
  return visible(shortText(text, 100));
}

/**
 * The server that is meant: by its name, by the host in it (`db1` is `db1:9104`), or by a label (`service_id=...`).
 * @throws LatchkeyError not-found; usage where several fit
 */
export function chosenServer(servers: readonly KnownServer[], wanted: string, span: string): KnownServer {
  const exact = servers.filter(({ name }) => name === wanted);
  const [label = '', ...value] = wanted.split('=');
  const fitting =
    exact.length > 0
      ? exact
      : servers.filter(
          ({ name, labels }) =>
            hostOf(name) === wanted || (value.length > 0 && labels[label] === value.join('=')),
        );
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    throw new LatchkeyError(
      'usage',
      texts.theStoreKnowsAs(
        counted(fitting.length, 'server'),
        storeName(wanted),
        listed(fitting, distinct(fitting)),
      ),
      { hint: texts.nameItByALabel },
    );
  }
  throw new LatchkeyError('not-found', texts.theStoreHasNothingOf(storeName(wanted), span), {
    hint:
      servers.length === 0
        ? texts.itHasNothingOfAny
        : texts.itKnowsThereAServer(
            counted(servers.length, 'server'),
            listed(servers, ({ name }) => name),
          ),
  });
}

/** `db1` of `db1:9104`, `::1` of `[::1]:9104`. */
export function hostOf(name: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(name)?.[1] ?? name.replace(/:\d{1,5}$/, '');
}

/** Says of each what the others do not have. */
function distinct(servers: readonly KnownServer[]): (server: KnownServer) => string {
  return ({ labels }) =>
    Object.entries(labels)
      .filter(([name, value]) => servers.some((other) => other.labels[name] !== value))
      .map(([name, value]) => `${name}=${value}`)
      .join(' ');
}

function listed(servers: readonly KnownServer[], say: (server: KnownServer) => string): string {
  const shown = servers.slice(0, 8).map((server) => storeName(say(server)));
  return servers.length > shown.length
    ? `${shown.join(', ')} and ${servers.length - shown.length} more`
    : shown.join(', ');
}
