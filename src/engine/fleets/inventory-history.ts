import { besideInventory, secretBesideInventory } from '../../files/fleet/inventory';
import { defined } from '../../shared/base/defined';
import { LatchkeyError } from '../../shared/base/error';
import type { InventoryFile, InventoryHistory, InventoryServer } from '../../shared/fleet-inventory';
import { mostHours } from '../../shared/history';
import { metricsSourceSchema } from '../../shared/metrics-store';
import { texts } from './texts';

const hoursIn: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168 };

/**
 * The metrics store of a server, with what the defaults add; null where it has none.
 * @throws LatchkeyError usage
 */
export function inventoryHistory(
  { name, history }: InventoryFile['servers'][number],
  defaults: InventoryFile['defaults'],
  file: string,
): InventoryServer['history'] {
  if (history === undefined) return null;
  const given: InventoryHistory = { ...defaults?.history, ...history };
  const at = (named: string | undefined) => (named === undefined ? undefined : besideInventory(file, named));
  const read = metricsSourceSchema.safeParse(
    defined({
      url: given.url,
      user: given.user,
      caFile: at(given.ca),
      tenant: given.tenant,
      labels: given.labels,
      mappingFile: at(given.mapping),
      tokenFile:
        given['token-file'] === undefined ? undefined : secretBesideInventory(file, given['token-file']),
    }),
  );
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new LatchkeyError(
      'usage',
      texts.theHistoryOfNamesNo(file, name, issue?.path.join('.') ?? '', issue?.message ?? ''),
      { hint: texts.giveHistoryUrl },
    );
  }
  return {
    source: read.data,
    server: given.server ?? name,
    hours: given.carry === undefined ? null : hoursOf(given.carry),
    tokenEnv: given.token?.env ?? null,
    passwordEnv: given.password?.env ?? null,
  };
}

function hoursOf(carry: string): number {
  const unit = hoursIn[carry.slice(-1)] ?? 1;
  return Math.min(mostHours, Math.max(1, Number(carry.slice(0, -1)) * unit));
}
