import { randomUUID } from 'node:crypto';
import {
  chosenServer,
  type KnownServer,
  knownServers,
  openStore,
  type StoreClient,
  scrapeIntervals,
  storeSnapshot,
} from '../../server/history';
import type { Clock } from '../../shared/base/clock';
import { counted } from '../../shared/base/units';
import type { DeclaredHost } from '../../shared/connection';
import { hourMs } from '../../shared/history';
import type { MetricsSecrets, MetricsSource } from '../../shared/metrics-store';
import type { JobContext } from '../../shared/progress';
import type { Snapshot } from '../../shared/snapshot';
import { dialectsOf, withHistory } from '../snapshots/store-history';

/** Samples of each series in a snapshot of a round: of many servers at once nobody looks at single scrapes. */
const mostSamples = 96;

/** What is read of one server of a round. */
export interface StoreReading {
  source: MetricsSource;
  secrets: MetricsSecrets;
  /** Name of the server in the store. */
  server: string;
  /** Hours that the snapshot carries along besides; null: none. */
  hours: number | null;
  declaredHost: DeclaredHost;
}

interface Opened {
  client: StoreClient;
  servers: readonly KnownServer[];
  /** Of the scrapes, ms. */
  intervals: ReadonlyMap<KnownServer, number>;
}

/**
 * The metrics stores of a round: each is opened once, and asked once which servers it knows, however many of them are read.
 * Every server is read over the same span, which ends when the round begins.
 */
export function roundStores({ clock, createdBy }: { clock: Clock; createdBy: string }, spanHours: number) {
  const toMs = Math.floor(clock.now().getTime() / 1000) * 1000;
  const fromMs = toMs - spanHours * hourMs;
  const opened = new Map<string, Promise<Opened>>();

  const open = async (source: MetricsSource, secrets: MetricsSecrets, signal: AbortSignal) => {
    const client = rememberingSeries(await openStore(source, secrets, { clock, signal }));
    const servers = await knownServers(client, await dialectsOf(source), fromMs, toMs);
    return { client, servers, intervals: await scrapeIntervals(client, servers, fromMs, toMs) };
  };

  /** @param roundSignal of the whole round: a server that is given up takes the store from no other */
  return async (
    { source, secrets, server: wanted, hours, declaredHost }: StoreReading,
    job: JobContext,
    roundSignal: AbortSignal,
  ): Promise<Snapshot> => {
    const key = JSON.stringify([source, secrets]);
    const store = opened.get(key) ?? open(source, secrets, roundSignal);
    opened.set(key, store);
    const { client, servers, intervals } = await store;
    const server = chosenServer(servers, wanted, `in the last ${counted(spanHours, 'hour')}`);
    const request = {
      ...{ id: randomUUID(), createdBy, clock, fromMs, toMs, declaredHost, mostSamples },
      scrapeMs: intervals.get(server),
    };
    const snapshot = await storeSnapshot(client, server, request, job);
    if (hours === null) return snapshot;
    return withHistory(snapshot, { source, secrets, server: wanted, hours }, clock, job);
  };
}

/** Lists of series, which are the same for every server of a round, are asked for once. */
function rememberingSeries(client: StoreClient): StoreClient {
  const known = new Map<string, ReturnType<StoreClient['series']>>();
  return {
    where: client.where,
    labels: client.labels,
    warnings: client.warnings,
    query: (...args) => client.query(...args),
    queryRange: (...args) => client.queryRange(...args),
    series: (...args) => {
      const key = JSON.stringify(args);
      const found = known.get(key) ?? client.series(...args);
      known.set(key, found);
      return found;
    },
  };
}
