import type { Drift, DriftPair, FleetEntry } from '../../shared/fleet';
import { sameSetting } from '../facts/inputs/setting';
import { type PresentServer, versionOf } from './fleet-server';
import { isComparedInPair } from './not-compared';
import { readSetting } from './read-setting';

type SourceOf = FleetEntry['replication']['sources'][number];

/** Each replica with its source, where that is a server of the fleet, and what differs between them. */
export function replicationPairs(
  servers: readonly PresentServer[],
  ignored: (variable: string) => boolean,
): Pick<Drift, 'pairs' | 'outside'> {
  const pairs: DriftPair[] = [];
  const outside: Drift['outside'] = [];
  for (const replica of servers) {
    for (const from of replica.entry.replication.sources) {
      const source = sourceOf(replica, from, servers);
      if (source === undefined) outside.push({ replica: replica.name, source: `${from.host}:${from.port}` });
      else pairs.push(pairOf(replica, source, from.channel, ignored));
    }
  }
  return { pairs, outside };
}

/**
 * By server_uuid, which replicas of MySQL report, else by server_id and port, else by host and port; undefined where none or
 * more than one fits. An address is not trusted alone: replicas often reach their source by another name.
 */
function sourceOf(
  replica: PresentServer,
  from: SourceOf,
  servers: readonly PresentServer[],
): PresentServer | undefined {
  const others = servers.filter((server) => server !== replica);
  const tests: ((server: FleetEntry['replication']) => boolean)[] = [
    ({ uuid }) => from.uuid !== '' && uuid === from.uuid,
    ({ serverId, port }) =>
      from.serverId !== '' && from.serverId !== '0' && serverId === from.serverId && port === from.port,
    ({ host, port }) => host !== '' && host === from.host && port === from.port,
  ];
  for (const test of tests) {
    const found = others.filter(({ entry }) => test(entry.replication));
    if (found.length === 1) return found[0];
  }
  return undefined;
}

function pairOf(
  replica: PresentServer,
  source: PresentServer,
  channel: string,
  ignored: (variable: string) => boolean,
): DriftPair {
  const both = [...source.settings.keys()].filter(
    (variable) => replica.settings.has(variable) && isComparedInPair(variable, ignored),
  );
  const [of, on] = [versionOf(source.entry), versionOf(replica.entry)];
  return {
    replica: replica.name,
    source: source.name,
    channel,
    settings: both.sort().flatMap((variable) => {
      const [left, right] = [settingOf(source, variable), settingOf(replica, variable)];
      if (sameSetting(left.shown, right.shown) || (left.isDefault && right.isDefault)) return [];
      return [{ variable, unit: left.unit, source: left.shown, replica: right.shown }];
    }),
    versions: of === on ? null : { source: of, replica: on },
  };
}

function settingOf({ settings, entry }: PresentServer, variable: string) {
  return readSetting(variable, settings.get(variable) ?? '', entry);
}
