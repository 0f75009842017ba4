import { fleetDiff, type ServerRounds } from '../analysis';
import type { fleetContract } from '../shared/rpc/fleet';
import type { HandlersOf } from './base/calls';
import { type ReadFleet, readFleet } from './fleets/fleet-reader';
import type { Services } from './services';

/** Many servers at once. */
export function fleetCalls(services: Services) {
  return {
    'fleet.read': async (request, job) => (await readFleet(services, request, job)).fleet,
    'fleet.diff': async ({ since, ...request }, job) => {
      const read = await readFleet(services, request, job);
      return fleetDiff(request.path, roundsOf(read, since), singleServers(read));
    },
  } satisfies HandlersOf<typeof fleetContract>;
}

function roundsOf({ servers, settingsOf }: ReadFleet, since: string | undefined): ServerRounds[] {
  return servers.flatMap(({ name, history }) => {
    const after = history.at(-1);
    const earlier = history.slice(0, -1);
    const before =
      since === undefined
        ? earlier.at(-1)
        : (earlier.filter(({ entry }) => entry.createdAt <= since).at(-1) ?? earlier[0]);
    if (after === undefined || before === undefined) return [];
    const side = (one: typeof after) => ({ entry: one.entry, settings: settingsOf(one.path) });
    return [{ server: name, before: side(before), after: side(after) }];
  });
}

function singleServers({ servers }: ReadFleet): string[] {
  return servers.filter(({ history }) => history.length === 1).map(({ name }) => name);
}
