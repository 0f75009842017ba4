import { readMetricsMapping } from '../../files/metrics-mapping';
import { type Dialect, knownDialects, withMapping } from '../../knowledge/metrics/dialect';
import { chosenServer, knownServers, openStore, readHistory } from '../../server/history';
import type { Clock } from '../../shared/base/clock';
import { counted } from '../../shared/base/units';
import { hourMs } from '../../shared/history';
import type { MetricsSource } from '../../shared/metrics-store';
import type { JobContext } from '../../shared/progress';
import type { CarriedHistory } from '../../shared/rpc/snapshot';
import type { Snapshot } from '../../shared/snapshot';

/** The dialects, with the user's own names before theirs. */
export async function dialectsOf({ mappingFile }: MetricsSource): Promise<Dialect[]> {
  const known = knownDialects();
  return mappingFile === undefined ? known : withMapping(known, await readMetricsMapping(mappingFile));
}

/** The snapshot with the hours up to its end. */
export async function withHistory(
  snapshot: Snapshot,
  { source, secrets, server: wanted, hours }: CarriedHistory,
  clock: Clock,
  job: JobContext,
): Promise<Snapshot> {
  const toMs = Date.parse(snapshot.createdAt) + (snapshot.windowSeconds ?? 0) * 1000;
  const fromMs = toMs - hours * hourMs;
  const client = await openStore(source, secrets, { clock, signal: job.signal });
  const servers = await knownServers(client, await dialectsOf(source), fromMs, toMs);
  const server = chosenServer(servers, wanted, `in the ${counted(hours, 'hour')} before`);
  const request = { fromMs, toMs, now: clock.now(), server: snapshot.server };
  return { ...snapshot, history: await readHistory(client, server, request, job) };
}
