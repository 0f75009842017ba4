import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { describedWaits, describeWait } from '../../src/knowledge/wait-objects';
import { describeEachServer } from '../server/real-server.ts';
import { administer } from './administrator.ts';

/** What a busy server of each kind is known to wait for. */
const expected = {
  mysql56: [
    'btr_search_latch',
    'trx_sys',
    'lock_sys',
    'log_sys',
    'buf_pool',
    'MDL_map',
    'LOCK_grant',
    'query_cache',
  ],
  mysql97: [
    'btr_search_latch',
    'trx_sys',
    'lock_sys',
    'log_sys',
    'buf_pool',
    'MDL_lock',
    'dblwr',
    'dblwr_file',
  ],
  mariadb1011: [
    'btr_search_latch',
    'trx_sys',
    'lock_sys',
    'buf_pool',
    'MDL_lock',
    'LOCK_grant',
    'query_cache',
  ],
  mariadb118: ['btr_search_latch', 'trx_sys', 'lock_sys', 'log_sys', 'buf_pool', 'MDL_lock', 'query_cache'],
} as const;

const matched = new Set<string>();
let servers = 0;

await describeEachServer('wait objects', (id) => {
  let server: RunningServer;
  let events: string[];
  beforeAll(async () => {
    server = await startServer(id, { options: { performance_schema: 'ON' } });
    const administrator = await administer(server);
    const rows = await administrator.rows(
      "SELECT NAME FROM performance_schema.setup_instruments WHERE NAME LIKE 'wait/%'",
    );
    events = rows.map(([name]) => String(name));
    await administrator.close();
    servers += 1;
  });
  afterAll(() => server?.stop());

  test('the objects that matter here are found among its instruments, each event under one entry', () => {
    const here = new Set(events.flatMap((event) => describeWait(event)?.id ?? []));
    expect([...here]).toEqual(expect.arrayContaining([...expected[id]]));
    for (const each of here) matched.add(each);
    const ambiguous = events.filter((event) => {
      const name = event.replace(/^wait\//, '');
      return describedWaits().filter((wait) => wait.events.some((pattern) => pattern.test(name))).length > 1;
    });
    expect(ambiguous).toEqual([]);
  });
});

test('every entry is a real event of one of the four servers', (context) => {
  if (servers < 4 && process.env.CI !== 'true') context.skip('needs all four servers');
  expect(describedWaits().flatMap(({ id }) => (matched.has(id) ? [] : [id]))).toEqual([]);
});
