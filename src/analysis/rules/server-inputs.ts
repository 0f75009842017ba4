import { hostingTerms } from '../../knowledge/catalog/hosting-terms';
import { isOneFamily } from '../../shared/server';
import { versionNumber } from './environment';
import type { JudgedServer } from './server-range';

/** What `server.x` says of any server, by flavour, version and hosting alone. */
export function serverInputs(server: JudgedServer): Record<string, string | number | boolean> {
  const { selfManaged, settingsPlace, startReplica, stopReplica } = hostingTerms(server);
  return {
    // What is possible and differs is not known.
    ...(server.possible === undefined || isOneFamily(server.possible) ? { flavour: server.flavour } : {}),
    ...(server.possible === undefined ? { version: versionNumber(server.version) } : {}),
    hosting: server.hosting,
    self_managed: selfManaged,
    settings_place: settingsPlace,
    start_replica: startReplica,
    stop_replica: stopReplica,
  };
}
