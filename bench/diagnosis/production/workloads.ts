import type { Statement, World } from './world.ts';

type Share = Partial<Statement> & Pick<Statement, 'sql' | 'ms'> & { share: number };

const none: Omit<Statement, 'sql' | 'ms' | 'perSecond'> = {
  examined: 1,
  sent: 0,
  affected: 0,
  access: 'key',
  tmp: 0,
  tmpDisk: 0,
  sorted: 0,
  merges: 0,
  errors: 0,
  warnings: 0,
  rowLockMs: 0,
  metadataLockMs: 0,
  latchMs: 0,
  tempIoMs: 0,
  binlogMs: 0,
  queueMs: 0,
};

/** A shop: short statements by index, one commit for every twentieth. */
const web: Share[] = [
  {
    share: 0.3,
    ms: 0.11,
    sent: 1,
    sql: 'SELECT `id` , `name` , `price` , `stock` FROM `products` WHERE `id` = ?',
  },
  {
    share: 0.2,
    ms: 0.2,
    examined: 5,
    sent: 5,
    sql: 'SELECT `product_id` , `quantity` , `price` FROM `order_items` WHERE `order_id` = ?',
  },
  { share: 0.15, ms: 0.1, sent: 1, sql: 'SELECT * FROM `customers` WHERE `id` = ?' },
  {
    share: 0.1,
    ms: 0.3,
    examined: 10,
    sent: 10,
    access: 'range',
    sql: 'SELECT `id` , `total` , `created_at` FROM `orders` WHERE `customer_id` = ? ORDER BY `created_at` DESC LIMIT ?',
  },
  {
    share: 0.05,
    ms: 0.15,
    examined: 3,
    sent: 1,
    sql: 'SELECT COUNT ( * ) FROM `carts` WHERE `customer_id` = ?',
  },
  {
    share: 0.06,
    ms: 0.18,
    affected: 1,
    sql: 'UPDATE `sessions` SET `data` = ? , `seen_at` = NOW ( ) WHERE `id` = ?',
  },
  {
    share: 0.04,
    ms: 0.15,
    examined: 0,
    affected: 1,
    sql: 'INSERT INTO `order_items` ( `order_id` , `product_id` , `quantity` , `price` ) VALUES (...)',
  },
  {
    share: 0.03,
    ms: 0.14,
    examined: 0,
    affected: 1,
    sql: 'INSERT INTO `events` ( `customer_id` , `kind` , `payload` ) VALUES (...)',
  },
  { share: 0.02, ms: 0.16, affected: 1, sql: 'UPDATE `carts` SET `quantity` = ? WHERE `id` = ?' },
  { share: 0.05, ms: 0.05, examined: 0, sql: 'COMMIT' },
];

const keys: Share[] = [
  { share: 0.9, ms: 0.08, sent: 1, sql: 'SELECT `v` FROM `items` WHERE `k` = ?' },
  { share: 0.08, ms: 0.14, affected: 1, sql: 'UPDATE `items` SET `v` = ? WHERE `k` = ?' },
  { share: 0.02, ms: 0.05, examined: 0, sql: 'COMMIT' },
];

const ingest: Share[] = [
  {
    share: 0.7,
    ms: 0.22,
    examined: 0,
    affected: 4,
    sql: 'INSERT INTO `events` ( `customer_id` , `kind` , `payload` ) VALUES (...) /* , ... */',
  },
  { share: 0.1, ms: 0.18, affected: 1, sql: 'UPDATE `counters` SET `n` = `n` + ? WHERE `id` = ?' },
  { share: 0.05, ms: 0.1, sent: 1, sql: 'SELECT `id` FROM `customers` WHERE `api_key` = ?' },
  { share: 0.15, ms: 0.06, examined: 0, sql: 'COMMIT' },
];

const report: Share[] = [
  {
    share: 0.8,
    ms: 900,
    examined: 900_000,
    sent: 40,
    access: 'range',
    tmp: 1,
    sorted: 40,
    sql: 'SELECT `country` , SUM ( `total` ) FROM `orders` WHERE `created_at` BETWEEN ? AND ? GROUP BY `country` ORDER BY SUM ( `total` ) DESC',
  },
  {
    share: 0.2,
    ms: 1700,
    examined: 2_400_000,
    sent: 365,
    access: 'range',
    tmp: 1,
    sorted: 365,
    sql: 'SELECT DATE ( `created_at` ) , COUNT ( * ) , SUM ( `price` ) FROM `order_items` WHERE `created_at` >= ? GROUP BY DATE ( `created_at` )',
  },
];

const mixes: Readonly<Record<World['workload'], Share[]>> = { web, keys, ingest, report, none: [] };

/** What runs: the mix of the workload at its rate, and what the case adds. */
export function statementsOf({ workload, statements, extra }: World): Statement[] {
  const mixed = mixes[workload].map(({ share, ...statement }) => ({
    ...none,
    ...statement,
    perSecond: share * statements,
  }));
  const bySql = new Map<string, Statement>();
  for (const one of [...mixed, ...extra]) {
    const same = bySql.get(one.sql);
    bySql.set(one.sql, same === undefined ? one : together(same, one));
  }
  return [...bySql.values()];
}

/** One digest counts both: their rates add up, the rest is the mean of all executions. */
function together(a: Statement, b: Statement): Statement {
  const perSecond = a.perSecond + b.perSecond;
  const mean = (one: number, other: number) =>
    (one * a.perSecond + other * b.perSecond) / Math.max(1e-9, perSecond);
  const sum = { ...a, perSecond };
  for (const name of ['ms', ...(Object.keys(none) as (keyof typeof none)[])] as const)
    if (name !== 'access') sum[name] = mean(a[name], b[name]);
  return sum;
}

/** Tables that the mixes name, the largest first, with their share of the data. */
export const mixTables: readonly (readonly [string, number])[] = [
  ['events', 0.3],
  ['order_items', 0.24],
  ['orders', 0.16],
  ['items', 0.08],
  ['sessions', 0.07],
  ['customers', 0.06],
  ['products', 0.04],
  ['carts', 0.03],
  ['counters', 0.02],
];
