import { accounts } from './accounts';
import { autoIncrement } from './auto-increment';
import { binaryLogStatus } from './binary-log-status';
import { binaryLogs } from './binary-logs';
import { bufferPools } from './buffer-pools';
import type { Collector } from './collector';
import { components } from './components';
import { dataLocks } from './data-locks';
import { digestHistograms } from './digest-histograms';
import { errorCounts } from './error-counts';
import { errorLog } from './error-log';
import { explains } from './explains';
import { fileIo } from './file-io';
import { galera } from './galera';
import { groupReplication } from './group-replication';
import { hostErrors } from './host-errors';
import { innodbMetrics } from './innodb-metrics';
import { innodbStatus } from './innodb-status';
import { lockWaits } from './lock-waits';
import { memoryPfs } from './memory-pfs';
import { metadataLocks } from './metadata-locks';
import { optionFiles } from './option-files';
import { pfsSetup } from './pfs-setup';
import { pfsWaitsByInstance } from './pfs-waits-by-instance';
import { pfsWaitsByThread } from './pfs-waits-by-thread';
import { pfsWaitsGlobal } from './pfs-waits-global';
import { plugins } from './plugins';
import { preparedStatements } from './prepared-statements';
import { processlist } from './processlist';
import { redundantIndexes } from './redundant-indexes';
import { replicas } from './replicas';
import { replication } from './replication';
import { replicationFilters } from './replication-filters';
import { replicationWorkers } from './replication-workers';
import { schemaSizes } from './schema-sizes';
import { stages } from './stages';
import { statementDigests } from './statement-digests';
import { statementHistogram } from './statement-histogram';
import { statementsByEvent } from './statements-by-event';
import { status } from './status';
import { tableColumns } from './table-columns';
import { tableIndexes } from './table-indexes';
import { tableIo } from './table-io';
import { tablesWithoutPrimaryKey } from './tables-without-primary-key';
import { transactions } from './transactions';
import { unusedIndexes } from './unused-indexes';
import { userStatistics } from './user-statistics';
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
  dataLocks,
  metadataLocks,
  innodbStatus,
  innodbMetrics,
  bufferPools,
  pfsWaitsGlobal,
  pfsWaitsByInstance,
  pfsWaitsByThread,
  stages,
  statementsByEvent,
  statementHistogram,
  statementDigests,
  digestHistograms,
  errorCounts,
  tableIo,
  fileIo,
  memoryPfs,
  accounts,
  userStatistics,
  binaryLogStatus,
  hostErrors,
  preparedStatements,
  variables,
  pfsSetup,
  plugins,
  components,
  replication,
  replicationWorkers,
  replicationFilters,
  replicas,
  groupReplication,
  galera,
  binaryLogs,
  errorLog,
  optionFiles,
  schemaSizes,
  tablesWithoutPrimaryKey,
  redundantIndexes,
  unusedIndexes,
  autoIncrement,
  tableColumns,
  tableIndexes,
  explains,
];
