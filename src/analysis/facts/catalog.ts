import { changeFacts } from './history/change-facts';
import { growthFacts } from './history/growth-facts';
import { loadOverTimeFacts } from './history/load-over-time';
import { bufferPoolFacts } from './innodb/buffer-pool';
import { compressedPageFacts } from './innodb/compressed-pages';
import { flushingFacts } from './innodb/flushing';
import { lockFacts } from './innodb/locks';
import { metadataCandidateFacts } from './innodb/metadata-candidates';
import { metadataLockFacts } from './innodb/metadata-locks';
import { pendingFlushFacts } from './innodb/pending-flushes';
import { pendingMetadataLockFacts } from './innodb/pending-metadata-locks';
import { poolReadFacts } from './innodb/pool-reads';
import { redoFacts } from './innodb/redo';
import { semaphoreFacts } from './innodb/semaphores';
import { spinningFacts } from './innodb/spinning';
import { tablespaceFacts } from './innodb/tablespaces';
import { transactionFacts } from './innodb/transactions';
import type { FactDefinition } from './inputs/definition';
import { predictions } from './predictions';
import { binaryLogFacts } from './replication/binary-log';
import { galeraFacts } from './replication/galera';
import { groupReplicationFacts } from './replication/group-replication';
import { replicationFacts } from './replication/replication';
import { rowApplyFacts } from './replication/row-apply';
import { accountFacts } from './server/accounts';
import { earlierFacts } from './server/earlier';
import { engineCacheFacts } from './server/engine-caches';
import { hostFacts } from './server/host';
import { instancesLostFacts } from './server/instances-lost';
import { instrumentFacts } from './server/instruments';
import { memoryFacts, sessionMemoryFacts } from './server/memory';
import { nextStartFacts } from './server/next-start';
import { settingFacts } from './server/settings-by-any-name';
import { sizeFacts } from './server/sizes';
import { spaceFacts } from './server/space';
import { stackFacts } from './server/stacks';
import { totalFacts } from './server/totals';
import { versionFacts } from './server/version';
import { clientFacts } from './sessions/clients';
import { ioCeilingFacts } from './sessions/io-ceiling';
import { listedStateFacts } from './sessions/listed-states';
import { loadFacts } from './sessions/load';
import { microStallFacts } from './sessions/micro-stalls';
import { sessionWaitFacts } from './sessions/session-waits';
import { sessionFacts } from './sessions/sessions';
import { waitLoadFacts } from './sessions/wait-load';
import { waitFacts } from './sessions/waits';
import { waitsSeenFacts } from './sessions/waits-seen';
import { digestFacts } from './statements/digest-facts';
import { indexAdviceFacts } from './statements/index-advice';
import { joinColumnFacts } from './statements/join-columns';
import { metadataFacts } from './statements/metadata';
import { queryCacheFacts } from './statements/query-cache';
import { quotedErrorFacts } from './statements/quoted-errors';
import { quotedPlanFacts } from './statements/quoted-plans';
import { quotedProfileFacts } from './statements/quoted-profile';
import { refusalFacts } from './statements/refusals';
import { scanFacts } from './statements/scans';
import { schemaFacts } from './statements/schema';
import { statementFacts } from './statements/statements';
import { tableIoFacts } from './statements/table-io';
import { tableFacts } from './statements/tables';

/** Every fact, in the order of the reference. */
export const factDefinitions: readonly FactDefinition[] = [
  ...loadFacts,
  ...redoFacts,
  ...pendingFlushFacts,
  ...bufferPoolFacts,
  ...poolReadFacts,
  ...flushingFacts,
  ...engineCacheFacts,
  ...earlierFacts,
  ...totalFacts,
  ...transactionFacts,
  ...lockFacts,
  ...metadataLockFacts,
  ...metadataCandidateFacts,
  ...pendingMetadataLockFacts,
  ...sessionFacts,
  ...clientFacts,
  ...accountFacts,
  ...tableFacts,
  ...tableIoFacts,
  ...schemaFacts,
  ...sessionWaitFacts,
  ...listedStateFacts,
  ...microStallFacts,
  ...ioCeilingFacts,
  ...queryCacheFacts,
  ...quotedErrorFacts,
  ...quotedPlanFacts,
  ...quotedProfileFacts,
  ...waitFacts,
  ...waitLoadFacts,
  ...waitsSeenFacts,
  ...spinningFacts,
  ...semaphoreFacts,
  ...instrumentFacts,
  ...instancesLostFacts,
  ...statementFacts,
  ...scanFacts,
  ...digestFacts,
  ...metadataFacts,
  ...refusalFacts,
  ...indexAdviceFacts,
  ...joinColumnFacts,
  ...memoryFacts,
  ...sessionMemoryFacts,
  ...nextStartFacts,
  ...sizeFacts,
  ...hostFacts,
  ...spaceFacts,
  ...tablespaceFacts,
  ...compressedPageFacts,
  ...binaryLogFacts,
  ...replicationFacts,
  ...rowApplyFacts,
  ...groupReplicationFacts,
  ...galeraFacts,
  ...settingFacts,
  ...stackFacts,
  ...versionFacts,
  ...loadOverTimeFacts,
  ...growthFacts,
  ...changeFacts,
];

/** The facts by id. @throws Error when two facts share an id. */
export function factCatalog(
  definitions: readonly FactDefinition[] = factDefinitions,
): ReadonlyMap<string, FactDefinition> {
  const catalog = new Map<string, FactDefinition>();
  for (const definition of definitions) {
    if (catalog.has(definition.id)) throw new Error(`Fact ${definition.id} is defined twice.`);
    const planned = predictions[definition.id];
    catalog.set(definition.id, planned === undefined ? definition : { ...definition, planned });
  }
  return catalog;
}
