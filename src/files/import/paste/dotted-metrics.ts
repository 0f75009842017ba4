import { statusVariable } from '../../../knowledge/catalog/status/status-catalog';
import type { LabelFindings } from './label-lines';

/** `mysql.innodb.buffer_pool_reads: 4500`, `avg:mysql.performance.queries{host:a} 1.2k/s` of Datadog's integration. */
const metric =
  /\bmysql\.(performance|innodb|net|binlog|myisam|galera)\.([a-z]\w{2,60})\b(?:\{[^}]{0,120}\})?[\s:=|]{0,12}(?:(?:avg|average|last|value|current)[\s:=|]{1,4})?(\d[\d,]{0,18}(?:\.\d{1,9})?)\s?([kKMG])?(?![\w.])/g;
const factors: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, G: 1e9 };

/** Metrics whose name is not that of the status variable (datadog-agent, integrations-core: mysql/const.py). */
const ownNames: ReadonlyMap<string, string> = new Map([
  ['net.connections', 'Connections'],
  ['net.max_connections', 'Max_used_connections'],
  ['net.aborted_clients', 'Aborted_clients'],
  ['net.aborted_connects', 'Aborted_connects'],
  ['innodb.data_reads', 'Innodb_data_reads'],
  ['innodb.mutex_os_waits', ''],
  ['innodb.mutex_spin_waits', ''],
  ['innodb.buffer_pool_total', 'innodb_buffer_pool_size'],
  ['binlog.cache_disk_use', 'Binlog_cache_disk_use'],
  ['binlog.cache_use', 'Binlog_cache_use'],
  ['galera.wsrep_local_recv_queue_avg', 'wsrep_local_recv_queue_avg'],
]);

/** Metrics of a monitor by their dotted names; counters of it are averages a second. Push lines, then `addTo()`. */
export class DottedMetrics {
  readonly #values = new Map<string, number>();

  push(line: string): void {
    if (line.length > 2_000 || !line.includes('mysql.')) return;
    for (const [, group = '', name = '', digits = '', unit = ''] of line.matchAll(metric))
      this.#values.set(`${group}.${name}`, Number(digits.replaceAll(',', '')) * (factors[unit] ?? 1));
  }

  addTo(found: LabelFindings): void {
    for (const [label, value] of this.#values) {
      const name = ownNames.get(label) ?? nameOf(label);
      if (name === 'innodb_buffer_pool_size') found.variables.set(name, String(Math.round(value)));
      const status = name === '' ? undefined : statusVariable(name);
      if (status === undefined) continue;
      if (status.kind === 'counter') {
        if (!found.rates.has(status.name)) found.rates.set(status.name, value);
      } else if (!found.status.has(status.name)) found.status.set(status.name, String(Math.round(value)));
    }
  }
}

/** `innodb.row_lock_waits` is Innodb_row_lock_waits, `performance.com_select` Com_select. */
function nameOf(label: string): string {
  const [group = '', name = ''] = label.split('.');
  const whole = group === 'performance' || name.startsWith(`${group}_`) ? name : `${group}_${name}`;
  return whole.startsWith('wsrep_') ? whole : whole.charAt(0).toUpperCase() + whole.slice(1);
}
