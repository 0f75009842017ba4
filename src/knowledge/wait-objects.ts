import { bufferPoolWaits, logWaits, transactionWaits, treeWaits } from './waits/innodb';
import { ioWaits } from './waits/io';
import { serverWaits } from './waits/server';
import type { WaitObject } from './waits/wait-object';

export type { WaitObject } from './waits/wait-object';

const waitObjects: readonly WaitObject[] = [
  ...treeWaits,
  ...transactionWaits,
  ...logWaits,
  ...bufferPoolWaits,
  ...serverWaits,
  ...ioWaits,
];

/** What a wait event of the performance schema means; undefined: not in the dictionary. */
export function describeWait(eventName: string): WaitObject | undefined {
  const name = eventName.replace(/^wait\//, '');
  return waitObjects.find(({ events }) => events.some((event) => event.test(name)));
}

/** All entries of the dictionary. */
export function describedWaits(): readonly WaitObject[] {
  return waitObjects;
}
