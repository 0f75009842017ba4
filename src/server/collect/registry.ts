import type { Collector } from './collector';
import { fileIo } from './file-io';
import { innodbMetrics } from './innodb-metrics';
import { innodbStatus } from './innodb-status';
import { lockWaits } from './lock-waits';
import { memoryPfs } from './memory-pfs';
import { pfsSetup } from './pfs-setup';
import { pfsWaitsByInstance } from './pfs-waits-by-instance';
import { pfsWaitsGlobal } from './pfs-waits-global';
import { plugins } from './plugins';
import { processlist } from './processlist';
import { replication } from './replication';
import { schemaSizes } from './schema-sizes';
import { statementDigests } from './statement-digests';
import { status } from './status';
import { tableIo } from './table-io';
import { transactions } from './transactions';
import { variables } from './variables';

/**
 * Every collector, in the order in which they run, one at a time. Those that must stand close to the ends of the
 * sampled window (counters) and those that show a moment come first, the slow ones last.
 */
export const collectors: readonly Collector[] = [
  status,
  processlist,
  transactions,
  lockWaits,
  innodbStatus,
  innodbMetrics,
  pfsWaitsGlobal,
  pfsWaitsByInstance,
  statementDigests,
  tableIo,
  fileIo,
  memoryPfs,
  variables,
  pfsSetup,
  plugins,
  replication,
  schemaSizes,
];
