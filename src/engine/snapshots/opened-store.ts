import {
  connectionsOf,
  type KnownServer,
  knownServers,
  openStore,
  type StoreClient,
} from '../../server/history';
import type { Clock } from '../../shared/base/clock';
import { LatchkeyError } from '../../shared/base/error';
import { shortText } from '../../shared/base/short-text';
import type { MetricsSecrets, MetricsSource, StoreServer } from '../../shared/metrics-store';
import type { JobContext } from '../../shared/progress';
import type { Profile } from '../../shared/rpc/connection';
import { dialectsOf } from './store-history';
import { texts } from './texts';

export interface StoreRequest {
  source: MetricsSource;
  secrets: MetricsSecrets;
  from: string;
  to: string;
}

/** What a call works with: the store, its servers in the span, and the span as ms since 1970. */
interface OpenedStore {
  client: StoreClient;
  servers: KnownServer[];
  fromMs: number;
  toMs: number;
}

/** @throws LatchkeyError usage, and what the client throws */
export async function openedStore(
  { source, secrets, from, to }: StoreRequest,
  clock: Clock,
  job: JobContext,
): Promise<OpenedStore> {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (!(fromMs < toMs)) throw new LatchkeyError('usage', texts.theSpanEndsBeforeIt);
  const client = await openStore(source, secrets, { clock, signal: job.signal });
  job.report({ done: 0, total: null, phase: 'store', note: client.where });
  const servers = await knownServers(client, await dialectsOf(source), fromMs, toMs);
  return { client, servers, fromMs, toMs };
}

/** The servers that a store knows in a span. @param saved connections that may be the same */
export async function listedServers(
  request: StoreRequest,
  clock: Clock,
  saved: readonly Profile[],
  job: JobContext,
): Promise<{ where: string; servers: StoreServer[]; remarks: string[] }> {
  const { client, servers } = await openedStore(request, clock, job);
  const listed = servers.map((server) => ({
    name: shortText(server.name),
    labels: server.labels,
    dialect: server.dialect.name,
    versions: server.versions.map((version) => shortText(version, 60)),
    connections: connectionsOf(server, saved),
  }));
  return { where: client.where, servers: listed, remarks: [...client.warnings] };
}
