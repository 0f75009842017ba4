import type { MappedMetric } from '../../knowledge/metrics/dialect';
import type { ServerNames } from '../../knowledge/metrics/server-names';
import { printedNumber } from '../../knowledge/metrics/server-values';
import { translate } from '../../knowledge/metrics/translate';
import type { Cell, Table } from '../../shared/snapshot';
import type { StoreSeries } from './answer';

/** Labels in which mysqld_exporter keeps the texts of a channel. */
const textLabels = ['master_host', 'master_uuid', 'channel_name', 'connection_name'];
const longestText = 255;
/** The exporter writes Yes as 1, No and Connecting as 0 (`parseStatus` in collector/collector.go). */
const running = /_(?:io|sql)_running$/;

/**
 * SHOW REPLICA STATUS as far as a store holds it: numbers and switches, one row a channel. Texts (errors, filters, files, GTID
 * sets) are not exported; their columns are left out, so that nothing is taken for empty. null: it holds nothing of it.
 */
export function replicationTable(
  found: readonly StoreSeries[],
  metrics: readonly MappedMetric[],
  names: ServerNames,
): Table | null {
  const channels = new Map<string, Map<string, Cell>>();
  for (const { labels, points } of found) {
    const translated = translate(labels, metrics, names);
    const value = printedNumber(points.at(-1)?.[1] ?? '');
    if (translated?.to !== 'replication' || value === null) continue;
    const key = JSON.stringify(textLabels.map((label) => labels[label] ?? ''));
    const row = channels.get(key) ?? textsOf(labels);
    channels.set(key, row);
    row.set(translated.name, running.test(translated.name) ? (value === '0' ? 'No' : 'Yes') : value);
  }
  if (channels.size === 0) return null;
  const columns = [...new Set([...channels.values()].flatMap((row) => [...row.keys()]))].sort();
  return {
    columns,
    rows: [...channels.values()].map((row) => columns.map((column) => row.get(column) ?? null)),
  };
}

function textsOf(labels: Readonly<Record<string, string>>): Map<string, Cell> {
  return new Map(
    textLabels.flatMap((label) => {
      const text = labels[label] ?? '';
      return text === '' ? [] : [[label, text.slice(0, longestText)] as const];
    }),
  );
}
