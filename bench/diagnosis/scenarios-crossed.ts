import type { ServerId } from '../../scripts/servers/index.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

/** Where each cause of the first scenarios is planted besides: versions on which it was never seen. */
const elsewhere: Readonly<Record<string, readonly ServerId[]>> = {
  // MySQL 5.7 makes its log buffer larger by itself (log_buffer_extend, log0log.cc).
  'log-buffer-small-56': ['mysql80'],
  'log-buffer-small-97': ['mysql80'],
  'io-capacity-low-56': ['mysql57', 'mysql80', 'mariadb114'],
  'dirty-limit-low-118': ['mysql80', 'mariadb114', 'mariadb102'],
  'thread-concurrency-one-56': ['mysql57', 'mysql80', 'mysql97', 'mariadb102'],
  'definition-cache-small-56': ['mysql57', 'mysql80', 'mariadb114'],
  'myisam-key-cache-1011': ['mysql57', 'mariadb114'],
  'aria-page-cache-118': ['mariadb102', 'mariadb114'],
  'table-locks-myisam-56': ['mysql57', 'mysql80', 'mariadb114'],
  'slow-log-flood-118': ['mysql57', 'mysql80', 'mariadb102', 'mariadb114'],
  'general-log-97': ['mysql57', 'mysql80', 'mariadb114'],
  'long-transaction-1011': ['mysql57', 'mysql80', 'mariadb114'],
  'purge-lag-97': ['mysql57', 'mysql80'],
  'deadlocks-1011': ['mysql57', 'mysql80', 'mariadb114'],
  'join-without-index-mysql97': ['mysql57', 'mysql80', 'mariadb114'],
  'query-cache-mysql56': ['mysql57', 'mariadb102', 'mariadb114'],
};

const originals = new Map(scenarios.map((scenario) => [scenario.id, scenario]));

/** Scenarios of one version on others; whoever writes a rule for the one sees here whether it holds for the rest. */
export const crossedScenarios: Scenario[] = Object.entries(elsewhere).flatMap(([id, servers]) => {
  const original = originals.get(id);
  if (original === undefined) throw new Error(`There is no scenario ${id}.`);
  return servers.map((server) => ({ ...original, id: `${id}-on-${server}`, server }));
});
