import { compareVersions } from '../../../shared/server';
import type { ServerKind } from '../variable-facts';

/** Longest sleep between two looks for a place in InnoDB is innodb_adaptive_max_sleep_delay, 150 ms by default. */
export const longestWaitMs = 500;

/**
 * A value that has to be set for a moment before another; null: none has. In MySQL 5.6 threads that wait for a place in
 * InnoDB look only whether fewer than innodb_thread_concurrency are inside (srv0conc.cc,
 * srv_conc_enter_innodb_with_atomics), so that setting it to 0, no limit, while some wait lets those wait for ever
 * (seen on 5.6.24: 15 of 16 connections hung until it was raised). At its maximum all of them enter first.
 */
export function intermediateValue(
  variable: string,
  value: string,
  { flavour, version }: ServerKind,
): string | null {
  const affected = flavour !== 'mariadb' && compareVersions(version, [5, 7, 0]) < 0;
  return affected && variable === 'innodb_thread_concurrency' && value === '0' ? '1000' : null;
}
