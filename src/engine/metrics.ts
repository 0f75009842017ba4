import { randomUUID } from 'node:crypto';
import {
  chosenServer,
  connectionsOf,
  type KnownServer,
  knownServers,
  openStore,
  type StoreClient,
  storeAddress,
  storeLoad,
  storeSnapshot,
} from '../server/history';
import { LatchkeyError } from '../shared/base/error';
import { shortText } from '../shared/base/short-text';
import type { MetricsSecrets, MetricsSource, StoreServer } from '../shared/metrics-store';
import type { metricsContract } from '../shared/rpc/metrics';
import type { CallContext, HandlersOf } from './base/calls';
import type { Services } from './services';
import { dialectsOf, withHistory } from './snapshots/store-history';

interface StoreRequest {
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

/** Stores of metrics: listed, and read into snapshots. */
export function metricsCalls({ clock, createdBy, databases, snapshots }: Services) {
  const opened = async (
    { source, secrets, from, to }: StoreRequest,
    job: CallContext,
  ): Promise<OpenedStore> => {
    const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
    if (!(fromMs < toMs)) throw new LatchkeyError('usage', 'The span ends before it begins.');
    const client = await openStore(source, secrets, { clock, signal: job.signal });
    job.report({ done: 0, total: null, phase: 'store', note: client.where });
    const servers = await knownServers(client, await dialectsOf(source), fromMs, toMs);
    return { client, servers, fromMs, toMs };
  };
  return {
    'metrics.servers': async (request, job) => {
      const { client, servers } = await opened(request, job);
      const saved = (await databases.history()).profiles.list();
      const listed = servers.map(
        (server): StoreServer => ({
          name: shortText(server.name),
          labels: server.labels,
          dialect: server.dialect.name,
          versions: server.versions.map((version) => shortText(version, 60)),
          connections: connectionsOf(server, saved),
        }),
      );
      return { where: client.where, servers: listed, remarks: [...client.warnings] };
    },
    'metrics.load': async (request, job) => {
      const { client, servers, fromMs, toMs } = await opened(request, job);
      return storeLoad(client, chosenServer(servers, request.server, spanText(request)), fromMs, toMs);
    },
    'metrics.snapshot': async (request, job) => {
      const { client, servers, fromMs, toMs } = await opened(request, job);
      const server = chosenServer(servers, request.server, spanText(request));
      const made = { id: randomUUID(), createdBy, clock, fromMs, toMs, declaredHost: request.declaredHost };
      const snapshot = await storeSnapshot(client, server, made, job);
      for (const warning of client.warnings) job.warn?.(`The metrics store answered in part: ${warning}`);
      const { source, secrets, historyHours: hours } = request;
      const carried = hours === undefined ? null : { source, secrets, server: request.server, hours };
      const whole = carried === null ? snapshot : await withHistory(snapshot, carried, clock, job);
      return snapshots.keep(whole, job.writeTo ?? null);
    },
    'metrics.stores': async () => (await databases.history()).metricsStores.list(),
    'metrics.saveStore': async ({ name, source }) => {
      // An address that holds a password is refused before it is kept.
      storeAddress(source.url);
      const saved = { id: randomUUID(), name, source, lastUsedAt: clock.now().toISOString() };
      return (await databases.history()).metricsStores.save(saved);
    },
    'metrics.forgetStore': async ({ id }) => {
      (await databases.history()).metricsStores.delete(id);
      return {};
    },
  } satisfies HandlersOf<typeof metricsContract>;
}

function spanText({ from, to }: StoreRequest): string {
  const said = (iso: string) => iso.slice(0, 16).replace('T', ' ');
  return `from ${said(from)} to ${said(to)} UTC`;
}
