import type { ErrorDocument } from '../../shared/base/error';
import type { FleetEntry, FleetSettings, Labels } from '../../shared/fleet';
import { serverName } from '../../shared/server';

/** A snapshot of a server's history that was judged. */
export interface JudgedEntry {
  path: string;
  entry: FleetEntry;
}

/** Everything that is known of one server of a fleet. */
export interface ServerInput {
  name: string;
  labels: Labels;
  /** Oldest first. */
  history: readonly JudgedEntry[];
  /** Of the newest snapshot; null: there is none. */
  settings: FleetSettings | null;
  /** Why the last round brought no snapshot of it. */
  error?: ErrorDocument | undefined;
}

/** A server with its newest snapshot. */
export interface PresentServer {
  name: string;
  labels: Labels;
  path: string;
  entry: FleetEntry;
  settings: FleetSettings;
}

/** Those of which there is a snapshot, in the order given. */
export function presentServers(servers: readonly ServerInput[]): PresentServer[] {
  return servers.flatMap(({ name, labels, history, settings }) => {
    const newest = history.at(-1);
    return newest === undefined || settings === null ? [] : [{ name, labels, ...newest, settings }];
  });
}

/** `MySQL 8.0.31-log` */
export function versionOf({ server }: Pick<FleetEntry, 'server'>): string {
  const known = serverName(server);
  const number = server.version.join('.');
  return server.versionText.startsWith(number) && server.versionText !== number
    ? `${known}${server.versionText.slice(number.length)}`
    : known;
}
