import type { DeclaredHost } from '../../shared/connection';
import type { Labels } from '../../shared/metrics-store';
import type { Host } from '../../shared/snapshot';
import { unknownHost, withDeclared } from '../machine/facts';
import { selector } from './selector';
import { lastValues } from './span-points';
import type { StoreClient } from './store-client';
import { hostOf, type KnownServer } from './store-servers';

/** Metrics of node_exporter that are facts of a host. */
const factMetrics = [
  'node_cpu_seconds_total',
  'node_memory_MemTotal_bytes',
  'node_memory_MemAvailable_bytes',
  'node_memory_SwapTotal_bytes',
  'node_memory_SwapFree_bytes',
  'node_uname_info',
  'node_vmstat_oom_kill',
  'node_time_clocksource_current_info',
];

/** Labels that name the machine, as PMM has them; else it is the host in `instance`. */
const nodeLabels = ['node_id', 'node_name'];

/**
 * The labels of node_exporter on the machine of a server; a sentence where the store has none that is certain. Without a
 * label of the machine itself, only the same host in `instance` is taken for the same machine.
 */
export async function hostLabels(
  client: StoreClient,
  server: KnownServer,
  fromMs: number,
  toMs: number,
): Promise<Labels | string> {
  const found = await client.series(
    selector({ ...client.labels, __name__: 'node_memory_MemTotal_bytes' }),
    fromMs,
    toMs,
  );
  if (found.length === 0) return 'The store has no node_exporter.';
  const mark = nodeLabels.find((label) => server.labels[label] !== undefined);
  const host = hostOf(server.labels.instance ?? server.name);
  const fitting = found.filter((labels) =>
    mark === undefined ? hostOf(labels.instance ?? '') === host : labels[mark] === server.labels[mark],
  );
  const [only, ...others] = fitting;
  if (only === undefined)
    return 'The store has node_exporter of other machines only, by what their labels say.';
  if (others.length > 0) return 'The store has several node_exporters for this machine.';
  const { __name__: _, ...labels } = only;
  if (mark === undefined) return labels;
  // PMM scrapes one node_exporter at three intervals, each with a job of its own.
  const { job: __, ...own } = labels;
  return own;
}

/** Facts of the host as node_exporter has them at a moment, under what the user declares. */
export async function hostFacts(
  client: StoreClient,
  labels: Labels | string,
  declared: DeclaredHost,
  atMs: number,
  lookBackMs: number,
): Promise<Host> {
  const why = typeof labels === 'string' ? labels : 'node_exporter does not tell.';
  const host = unknownHost(why);
  if (typeof labels === 'string') return withDeclared(host, declared);
  const what = selector({ ...client.labels, ...labels, __name__: { anyOf: factMetrics } });
  const found = await lastValues(client, what, atMs, lookBackMs);
  const number = (metric: string): number | null => {
    const text = found.find((one) => one.labels.__name__ === metric)?.points.at(-1)?.[1];
    const value = Number(text ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  const text = (metric: string, label: string) =>
    found.find((one) => one.labels.__name__ === metric)?.labels[label] ?? null;
  const processors = new Set(
    found.filter((one) => one.labels.__name__ === 'node_cpu_seconds_total').map(({ labels: { cpu } }) => cpu),
  ).size;
  const [swap, swapFree] = [number('node_memory_SwapTotal_bytes'), number('node_memory_SwapFree_bytes')];
  const memory = number('node_memory_MemTotal_bytes');
  const facts: Partial<Host> = {
    ...fact('cpus', processors > 0 ? processors : null),
    ...fact('threads', processors > 0 ? processors : null),
    ...fact('memoryBytes', memory !== null && memory > 0 ? memory : null),
    ...fact('memoryAvailableBytes', number('node_memory_MemAvailable_bytes')),
    ...fact('swap', swap),
    ...fact('swapUsed', swap === null || swapFree === null ? null : Math.max(0, swap - swapFree)),
    ...fact('kernel', text('node_uname_info', 'release')),
    ...fact('clockSource', text('node_time_clocksource_current_info', 'clocksource')),
    ...fact('oomKills', number('node_vmstat_oom_kill')),
  };
  return withDeclared({ ...host, ...facts }, declared);
}

function fact<N extends keyof Host, V>(name: N, value: V | null) {
  return value === null ? {} : { [name]: { origin: 'imported' as const, value } };
}
