import { coupledWith, inSafeOrder } from '../../../knowledge/catalog/values/coupled-variables';
import { variableFacts } from '../../../knowledge/catalog/variable-catalog';
import type { ChangeSession } from './change-session';

/** Losing power or the process while one of these is relaxed may lose committed transactions, or worse. */
const durabilityVariables: readonly string[] = [
  'innodb_flush_log_at_trx_commit',
  'innodb_flush_log_at_timeout',
  'innodb_doublewrite',
  'innodb_support_xa',
  'innodb_checksum_algorithm',
  'innodb_log_checksums',
  'sync_binlog',
  'sync_frm',
  'sync_master_info',
  'sync_source_info',
  'sync_relay_log',
  'sync_relay_log_info',
  'binlog_error_action',
  'binlogging_impossible_mode',
  'relay_log_recovery',
  'rocksdb_flush_log_at_trx_commit',
  'rocksdb_write_disable_wal',
  'rpl_semi_sync_master_enabled',
  'rpl_semi_sync_master_timeout',
  'rpl_semi_sync_master_wait_no_slave',
  'rpl_semi_sync_master_wait_for_slave_count',
  'rpl_semi_sync_master_wait_point',
  'rpl_semi_sync_source_enabled',
  'rpl_semi_sync_source_timeout',
  'rpl_semi_sync_source_wait_no_replica',
  'rpl_semi_sync_source_wait_for_replica_count',
  'rpl_semi_sync_source_wait_point',
];

/** Whether a crash while the variable is changed may lose data; such a change needs a consent of its own. */
export function isDurability(variable: string): boolean {
  return durabilityVariables.includes(variable);
}

/** Durability settings first, then so that no value is clamped by another's present value. */
export function restoreOrder<T extends { variable: string; value: string }>(
  settings: readonly T[],
  current: ReadonlyMap<string, string>,
): T[] {
  const rank = ({ variable }: T) => (isDurability(variable) ? 0 : 1);
  return inSafeOrder(
    [...settings].sort((a, b) => rank(a) - rank(b)),
    current,
  );
}

/** The variables that a SET of this one may move, by all that is known. */
export function movableBy(variable: string, server: ChangeSession['identity']): string[] {
  return [...new Set([...coupledWith(variable), ...(variableFacts(variable, server)?.alsoChanges ?? [])])];
}
