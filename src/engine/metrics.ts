import { randomUUID } from 'node:crypto';
import { chosenServer, storeAddress, storeLoad, storeSnapshot } from '../server/history';
import type { metricsContract } from '../shared/rpc/metrics';
import type { CallContext, HandlersOf } from './base/calls';
import type { Services } from './services';
import { listedServers, openedStore, type StoreRequest } from './snapshots/opened-store';
import { withHistory } from './snapshots/store-history';

/** Stores of metrics: listed, and read into snapshots. */
export function metricsCalls({ clock, createdBy, databases, snapshots }: Services) {
  const opened = (request: StoreRequest, job: CallContext) => openedStore(request, clock, job);
  return {
    'metrics.servers': async (request, job) =>
      listedServers(request, clock, await databases.knownProfiles(), job),
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
