import { resolve } from 'node:path';
import { fleetDiff, type ServerRounds } from '../analysis';
import { importServers, importStoreServers } from '../files/fleet/import';
import { inventoryOfProfiles, inventoryText } from '../files/fleet/inventory-text';
import { writeTextFile } from '../files/options/option-files';
import { renderFleet } from '../report';
import { LatchkeyError } from '../shared/base/error';
import type { FleetFormat } from '../shared/fleet-formats';
import type { InventoryHistory } from '../shared/fleet-inventory';
import type { JobContext } from '../shared/progress';
import type { RpcInput } from '../shared/rpc';
import type { fleetContract, ReadFleetRequest } from '../shared/rpc/fleet';
import type { HandlersOf } from './base/calls';
import { type ReadFleet, readFleet } from './fleets/fleet-reader';
import { readInventory } from './fleets/inventory';
import { roundStores } from './fleets/round-stores';
import { savePlans } from './fleets/save-plans';
import { takeRound } from './fleets/take-round';
import type { Services } from './services';
import { listedServers } from './snapshots/opened-store';
import { takeSnapshot } from './snapshots/take';
import { texts } from './texts';

/** A list of servers that becomes an inventory: a file, a metrics store, or with neither the saved connections. */
interface FleetImport {
  path: string | null;
  store?: { request: RpcInput<'metrics.servers'>; history: Omit<InventoryHistory, 'server'> };
}

/** Many servers at once. */
export function fleetCalls(services: Services) {
  const { clock, version, databases } = services;
  const profiles = async () => (await databases.history()).profiles.list();
  const reading = { ...services, profiles };
  const read = (request: ReadFleetRequest, job: JobContext) => readFleet(reading, request, job);
  const render = async (request: ReadFleetRequest, format: FleetFormat, job: JobContext) =>
    renderFleet((await read(request, job)).fleet, format, version);

  const calls = {
    'fleet.read': async (request, job) => (await read(request, job)).fleet,
    'fleet.diff': async ({ since, ...request }, job) => {
      const fleet = await read(request, job);
      return fleetDiff(request.path, roundsOf(fleet, since), singleServers(fleet));
    },
    'fleet.inventory': ({ path }) => readInventory(resolve(path), profiles),
    'fleet.snapshot': (request, job) =>
      takeRound(
        {
          take: (one, context) => takeSnapshot(services, one, context),
          read: roundStores(services, request.storeHours),
          now: () => clock.now(),
        },
        request,
        job,
      ),
    'fleet.save': async ({ fleet, format, path }, job) => {
      await writeTextFile(path, await render(fleet, format, job));
      return { path };
    },
    'fleet.savePlans': async ({ format, group, folder, ...request }, job) =>
      savePlans(services, await read(request, job), { format, group, folder }),
  } satisfies HandlersOf<typeof fleetContract>;
  return {
    ...calls,
    /** A fleet as a text. */
    'fleet.render': ({ fleet, format }: { fleet: ReadFleetRequest; format: FleetFormat }, job: JobContext) =>
      render(fleet, format, job),
    /** An inventory as YAML, of another program's list of servers, or with null of the saved connections. */
    'fleet.import': async ({ path, store }: FleetImport, job: JobContext) => {
      if (store !== undefined) {
        const { servers } = await listedServers(store.request, clock, await databases.knownProfiles(), job);
        const made = importStoreServers(servers, store.history);
        if (made.inventory.servers.length === 0) {
          throw new LatchkeyError('not-found', texts.theStoreHasNothingOf, {
            hint: texts.checkTheLabelsAskedFor,
          });
        }
        const { inventory, remarks } = made;
        return { text: inventoryText(inventory, remarks), servers: inventory.servers.length, remarks };
      }
      if (path === null) {
        const saved = await profiles();
        if (saved.length === 0) {
          throw new LatchkeyError('not-found', texts.noConnectionIsSaved, {
            hint: texts.saveSomeInTheWindow,
          });
        }
        return { text: inventoryText(inventoryOfProfiles(saved), []), servers: saved.length, remarks: [] };
      }
      const { inventory, remarks } = await importServers(path);
      if (inventory.servers.length === 0) {
        throw new LatchkeyError('usage', texts.namesNoServer(path), {
          hint: texts.anInventoryOfAnsibleIni,
        });
      }
      return { text: inventoryText(inventory, remarks), servers: inventory.servers.length, remarks };
    },
  };
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
