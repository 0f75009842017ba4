import type { Collector } from './collector';
import { bufferPools } from './collectors/innodb/buffer-pools';
import { compressedPages } from './collectors/innodb/compressed-pages';
import { dataLocks } from './collectors/innodb/data-locks';
import { innodbMetrics } from './collectors/innodb/innodb-metrics';
import { innodbStatus } from './collectors/innodb/innodb-status';
import { lockWaits } from './collectors/innodb/lock-waits';
import { sharedTablespaces } from './collectors/innodb/shared-tablespaces';
import { transactions } from './collectors/innodb/transactions';
import { binaryLogStatus } from './collectors/replication/binary-log-status';
import { binaryLogs } from './collectors/replication/binary-logs';
import { galera } from './collectors/replication/galera';
import { groupReplication } from './collectors/replication/group-replication';
import { replicas } from './collectors/replication/replicas';
import { replication } from './collectors/replication/replication';
import { replicationFilters } from './collectors/replication/replication-filters';
import { replicationWorkers } from './collectors/replication/replication-workers';
import { autoIncrement } from './collectors/schema/auto-increment';
import { redundantIndexes } from './collectors/schema/redundant-indexes';
import { schemaSizes } from './collectors/schema/schema-sizes';
import { tableColumns } from './collectors/schema/table-columns';
import { tableFreeSpace } from './collectors/schema/table-free-space';
import { tableIndexes } from './collectors/schema/table-indexes';
import { tablesWithoutPrimaryKey } from './collectors/schema/tables-without-primary-key';
import { unusedIndexes } from './collectors/schema/unused-indexes';
import { accounts } from './collectors/server/accounts';
import { accountsWithoutPassword } from './collectors/server/accounts-without-password';
import { components } from './collectors/server/components';
import { errorCounts } from './collectors/server/error-counts';
import { errorLog } from './collectors/server/error-log';
import { hostErrors } from './collectors/server/host-errors';
import { memoryPfs } from './collectors/server/memory-pfs';
import { optionFiles } from './collectors/server/option-files';
import { pfsSetup } from './collectors/server/pfs-setup';
import { plugins } from './collectors/server/plugins';
import { processlist } from './collectors/server/processlist';
import { status } from './collectors/server/status';
import { userStatistics } from './collectors/server/user-statistics';
import { variables } from './collectors/server/variables';
import { digestHistograms } from './collectors/statements/digest-histograms';
import { explains } from './collectors/statements/explains';
import { preparedStatements } from './collectors/statements/prepared-statements';
import { stages } from './collectors/statements/stages';
import { statementDigests } from './collectors/statements/statement-digests';
import { statementHistogram } from './collectors/statements/statement-histogram';
import { statementsByEvent } from './collectors/statements/statements-by-event';
import { fileIo } from './collectors/waits/file-io';
import { metadataLocks } from './collectors/waits/metadata-locks';
import { pfsWaitsByInstance } from './collectors/waits/pfs-waits-by-instance';
import { pfsWaitsByThread } from './collectors/waits/pfs-waits-by-thread';
import { pfsWaitsGlobal } from './collectors/waits/pfs-waits-global';
import { tableIo } from './collectors/waits/table-io';

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
  compressedPages,
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
  accountsWithoutPassword,
  sharedTablespaces,
  tableFreeSpace,
];
