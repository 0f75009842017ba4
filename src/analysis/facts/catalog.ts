import { binaryLogFacts } from './binary-log';
import { bufferPoolFacts } from './buffer-pool';
import { clientFacts } from './clients';
import type { FactDefinition } from './definition';
import { digestFacts } from './digest-facts';
import { engineCacheFacts } from './engine-caches';
import { flushingFacts } from './flushing';
import { galeraFacts } from './galera';
import { groupReplicationFacts } from './group-replication';
import { hostFacts } from './host';
import { indexAdviceFacts } from './index-advice';
import { instrumentFacts } from './instruments';
import { loadFacts } from './load';
import { lockFacts } from './locks';
import { memoryFacts } from './memory';
import { microStallFacts } from './micro-stalls';
import { queryCacheFacts } from './query-cache';
import { redoFacts } from './redo';
import { replicationFacts } from './replication';
import { schemaFacts } from './schema';
import { sessionWaitFacts } from './session-waits';
import { sessionFacts } from './sessions';
import { settingFacts } from './settings-by-any-name';
import { spinningFacts } from './spinning';
import { stackFacts } from './stacks';
import { statementFacts } from './statements';
import { tableFacts } from './tables';
import { transactionFacts } from './transactions';
import { versionFacts } from './version';
import { waitLoadFacts } from './wait-load';
import { waitFacts } from './waits';

/** Every fact, in the order of the reference. */
export const factDefinitions: readonly FactDefinition[] = [
  ...loadFacts,
  ...redoFacts,
  ...bufferPoolFacts,
  ...flushingFacts,
  ...engineCacheFacts,
  ...transactionFacts,
  ...lockFacts,
  ...sessionFacts,
  ...clientFacts,
  ...tableFacts,
  ...schemaFacts,
  ...sessionWaitFacts,
  ...microStallFacts,
  ...queryCacheFacts,
  ...waitFacts,
  ...waitLoadFacts,
  ...spinningFacts,
  ...instrumentFacts,
  ...statementFacts,
  ...digestFacts,
  ...indexAdviceFacts,
  ...memoryFacts,
  ...hostFacts,
  ...binaryLogFacts,
  ...replicationFacts,
  ...groupReplicationFacts,
  ...galeraFacts,
  ...settingFacts,
  ...stackFacts,
  ...versionFacts,
];

/** The facts by id. @throws Error when two facts share an id. */
export function factCatalog(
  definitions: readonly FactDefinition[] = factDefinitions,
): ReadonlyMap<string, FactDefinition> {
  const catalog = new Map<string, FactDefinition>();
  for (const definition of definitions) {
    if (catalog.has(definition.id)) throw new Error(`Fact ${definition.id} is defined twice.`);
    catalog.set(definition.id, definition);
  }
  return catalog;
}
