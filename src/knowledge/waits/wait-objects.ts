import type { ServerKind } from '../catalog/variable-facts';
import { inVersionRange } from '../catalog/versions/version-range';
import { auroraWaits } from './objects/aurora';
import { binaryLogWaits } from './objects/binary-log';
import { logAndPoolWaits } from './objects/innodb-log-and-pool';
import { transactionWaits } from './objects/innodb-transactions';
import { treeWaits } from './objects/innodb-trees';
import { ioWaits } from './objects/io';
import { serverWaits } from './objects/server';
import { sleepingWaits } from './objects/sleeping';
import type { WaitKind, WaitName, WaitObject } from './objects/wait-object';

export type { WaitKind, WaitName, WaitObject } from './objects/wait-object';

const waitObjects: readonly WaitObject[] = [
  ...treeWaits,
  ...transactionWaits,
  ...logAndPoolWaits,
  ...serverWaits,
  ...binaryLogWaits,
  ...ioWaits,
  ...sleepingWaits,
  ...auroraWaits,
];

const exact: ReadonlyMap<string, WaitObject> = new Map(
  waitObjects.flatMap((object) => object.names.map(({ event }) => [event, object] as const)),
);
interface Family {
  start: string;
  object: WaitObject;
}
const families: readonly Family[] = waitObjects.flatMap((object) =>
  object.names.flatMap(({ event }) => (event.endsWith('*') ? [{ start: event.slice(0, -1), object }] : [])),
);
/** The families of one kind (`synch/mutex`), in their order: a server has a thousand instruments. */
const familiesOf: ReadonlyMap<string, readonly Family[]> = new Map(
  families.map(({ start }) => {
    const kind = `${kindOf(start)}/`;
    const ofKind = families.filter((other) => other.start.startsWith(kind) || kind.startsWith(other.start));
    return [kindOf(start), ofKind] as const;
  }),
);

/** The first two steps of a name: `synch/mutex`. */
function kindOf(name: string): string {
  return name.slice(0, name.indexOf('/', name.indexOf('/') + 1));
}

/**
 * What a wait event of the performance schema means; undefined: not in the dictionary. A name that is written out wins over a family
 * (`synch/mutex/aria/*`). The version does not matter: names were never given to another object.
 */
export function describeWait(eventName: string): WaitObject | undefined {
  const name = eventName.startsWith('wait/') ? eventName.slice('wait/'.length) : eventName;
  return (
    exact.get(name) ??
    (familiesOf.get(kindOf(name)) ?? families).find(({ start }) => name.startsWith(start))?.object
  );
}

/** All entries of the dictionary. */
export function describedWaits(): readonly WaitObject[] {
  return waitObjects;
}

/**
 * The names under which a server knows an object; none: it does not have it, or does not instrument it.
 * @internal exported to tests
 */
export function waitNames(object: WaitObject, { flavour, version }: ServerKind): WaitName[] {
  return object.names.filter((name) => {
    const range = flavour === 'mariadb' ? name.mariadb : name.mysql;
    return range?.split(', ').some((span) => inVersionRange(version, span)) ?? false;
  });
}

const uncounted: readonly WaitKind[] = ['enclosing', 'idle', 'background'];

/**
 * Whether the time of an event belongs into a sum of wait times: not that of idle sessions and sleeping threads of the server, and not
 * that of events which enclose others. An unknown event counts.
 */
export function countsAsWaiting(eventName: string): boolean {
  const kind = describeWait(eventName)?.kind;
  return kind === undefined || !uncounted.includes(kind);
}
