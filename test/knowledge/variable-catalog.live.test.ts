import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import {
  catalogedVariables,
  storedValue,
  type VariableFacts,
  variableFacts,
} from '../../src/knowledge/variable-catalog';
import type { Setting } from '../../src/shared/plan';
import { describeEachServer } from '../server/real-server.ts';
import { type Administrator, administer } from './administrator.ts';

await describeEachServer('variable catalog', (id) => {
  let server: RunningServer;
  let administrator: Administrator;
  let present: Map<string, string>;
  beforeAll(async () => {
    server = await startServer(id);
    administrator = await administer(server);
    present = await administrator.pairs('SHOW GLOBAL VARIABLES');
  });
  afterAll(async () => {
    await administrator?.close();
    await server?.stop();
  });

  const known = (): VariableFacts[] =>
    catalogedVariables().flatMap((name) => variableFacts(name, administrator.kind) ?? []);
  /** The error number of a statement, 0 when it went through. */
  const errorOf = async (sql: string): Promise<number> => {
    try {
      await administrator.rows(sql);
      return 0;
    } catch (error) {
      return error instanceof Error && 'errno' in error ? Number(error.errno) : -1;
    }
  };

  test('the catalog knows a variable exactly where the server has it', () => {
    const wrong = catalogedVariables().filter(
      (name) => (variableFacts(name, administrator.kind) !== undefined) !== present.has(name),
    );
    expect(wrong).toEqual([]);
  });

  test('dynamic and scope are what SET says', async () => {
    const wrong: string[] = [];
    for (const { name, dynamic, scope } of known()) {
      if (notTouched.includes(name)) continue;
      const isDynamic = (await errorOf(`SET GLOBAL ${name} = @@GLOBAL.${name}`)) !== readOnlyVariable;
      if (isDynamic !== dynamic) wrong.push(`${name}: dynamic is ${isDynamic}`);
      if (!isDynamic) continue;
      const session = (await errorOf(`SET SESSION ${name} = @@GLOBAL.${name}`)) !== globalVariable;
      if (session !== (scope !== 'global')) wrong.push(`${name}: session scope is ${session}`);
    }
    expect(wrong).toEqual([]);
  });

  test('defaults are the compiled-in ones', async () => {
    const defaults = await compiledDefaults(administrator);
    const wrong: string[] = [];
    let compared = 0;
    for (const facts of known()) {
      const told = defaults.get(facts.name);
      if (facts.defaultValue === null || told === undefined || (told !== facts.defaultValue && told === ''))
        continue;
      compared += 1;
      const same =
        facts.type === 'number'
          ? Number(told) === Number(facts.defaultValue)
          : told.toLowerCase() === facts.defaultValue.toLowerCase();
      if (!same) wrong.push(`${facts.name}: ${facts.defaultValue} here, ${told} there`);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(80);
  });

  // MySQL 5.6 tells no bounds; what it stores is tried below.
  const tellsBounds = id !== 'mysql56';
  if (tellsBounds)
    test('bounds and blocks are those that the server tells', async () => {
      const bounds = await toldBounds(administrator);
      const wrong: string[] = [];
      for (const { name, type, limits } of known()) {
        const told = bounds.get(name);
        if (told === undefined || !['size', 'integer'].includes(type)) continue;
        if (BigInt(told.min) !== BigInt(limits.min ?? 0)) wrong.push(`${name}: min ${told.min}`);
        if (wholeBlocks(told.max, limits.block) !== wholeBlocks(limits.max ?? '0', limits.block)) {
          wrong.push(`${name}: max ${told.max}`);
        }
        if (told.block !== undefined && BigInt(told.block) !== BigInt(limits.block ?? 1)) {
          wrong.push(`${name}: block ${told.block}`);
        }
      }
      expect(bounds.size).toBeGreaterThan(200);
      expect(wrong).toEqual([]);
    });

  test('what SET GLOBAL stores is what the catalog says, at the edges too', async () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const facts of known()) {
      if (!facts.dynamic || notTouched.concat(notStored).includes(facts.name)) continue;
      for (const wished of edges(facts)) {
        await administrator.rows(`SET GLOBAL ${facts.name} = DEFAULT`).catch(() => undefined);
        const others = await administrator.pairs('SHOW GLOBAL VARIABLES');
        if ((await errorOf(`SET GLOBAL ${facts.name} = ${wished}`)) !== 0) continue;
        tried += 1;
        const [[value] = []] = await administrator.rows(`SELECT @@GLOBAL.${facts.name}`);
        const expected = storedValue(facts, wished.replaceAll("'", ''), {
          flavour: administrator.kind.flavour,
          present: (name) => others.get(name),
        });
        const now = await administrator.pairs('SHOW GLOBAL VARIABLES');
        const moved = [...now].filter(([name, after]) => others.get(name) !== after).map(([name]) => name);
        const surprise = moved.filter((name) => name !== facts.name && !facts.drags?.includes(name));
        if (surprise.length > 0) wrong.push(`${facts.name} = ${wished} moved ${surprise.join(', ')}`);
        if (!sameSetting(expected, String(value))) {
          wrong.push(`${facts.name} = ${wished}: ${String(expected)} here, ${value} there`);
        }
      }
      await administrator.rows(`SET GLOBAL ${facts.name} = DEFAULT`).catch(() => undefined);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  });
});

// ER_INCORRECT_GLOBAL_LOCAL_VAR and ER_GLOBAL_VARIABLE (errmsg).
const readOnlyVariable = 1238;
const globalVariable = 1229;

/** SET waits until purge has caught up: a command in the guise of a variable. */
const notTouched = ['innodb_max_purge_lag_wait'];

/** What depends on more than the wish. */
const notStored = [
  // Chunks and instances decide: buffer-pool.live.test.ts.
  'innodb_buffer_pool_size',
  // Stays ON where the file system tells no block size.
  'innodb_log_file_buffering',
  // 0 unless the thread pool is in use.
  'thread_pool_size',
];

/** Sizes that the server allocates or writes at once: only small wishes. */
const costly = [
  ...[
    'innodb_buffer_pool_size',
    'innodb_log_file_size',
    'innodb_redo_log_capacity',
    'innodb_log_buffer_size',
  ],
  ...['key_buffer_size', 'query_cache_size', 'host_cache_size', 'innodb_adaptive_hash_index_cells'],
  ...['innodb_undo_tablespaces', 'table_open_cache'],
];

/** Literals around every edge of a variable. */
function edges(facts: VariableFacts): string[] {
  switch (facts.type) {
    case 'boolean':
      return ['ON', 'OFF', '1', '0'];
    case 'enum':
      return [...(facts.values ?? []), ...Object.keys(facts.aliases ?? {})].flatMap((value) => [
        `'${value}'`,
        `'${value.toUpperCase()}'`,
      ]);
    case 'number':
      return ['0', '1.5', '-3', '1e9', String(facts.min ?? 0), String(facts.max ?? 1)];
    case 'size':
    case 'integer':
      return integerEdges(facts);
    case 'string':
    case 'set':
      return [];
  }
}

function integerEdges({ name, limits }: VariableFacts): string[] {
  const min = BigInt(limits.min ?? 0);
  const max = BigInt(limits.max ?? 0);
  const block = BigInt(limits.block ?? 1);
  const low = [-1n, 0n, 1n, min - 1n, min, min + 1n, min + block - 1n, min + block, min + 3n * block + 1n];
  const high = [12_345n, 1_000_003n, 2n ** 31n, 2n ** 32n + 7n, 2n ** 63n, max - 1n, max, max + 1n];
  const chosen = costly.includes(name) ? low.concat(min + 7n * block + 5n) : low.concat(high);
  return [...new Set(chosen)].filter((value) => value >= -(2n ** 63n) && value < 2n ** 64n).map(String);
}

function sameSetting(expected: Setting, printed: string): boolean {
  if (typeof expected === 'boolean') return printed === (expected ? '1' : '0');
  if (typeof expected === 'number') return Number(printed) === expected;
  return printed === expected;
}

function wholeBlocks(value: string, block: string | null): bigint {
  const number = BigInt(value);
  return block === null ? number : number - (number % BigInt(block));
}

/** Compiled-in defaults as far as the server tells them apart from what was worked out at start. */
async function compiledDefaults(administrator: Administrator): Promise<Map<string, string>> {
  if (administrator.kind.flavour === 'mariadb') {
    return administrator.pairs(
      'SELECT VARIABLE_NAME, DEFAULT_VALUE FROM information_schema.SYSTEM_VARIABLES',
    );
  }
  // Before the first SET of a run without option files everything is as it was compiled, or worked out at start.
  return administrator.pairs('SHOW GLOBAL VARIABLES');
}

async function toldBounds(
  administrator: Administrator,
): Promise<Map<string, { min: string; max: string; block?: string }>> {
  const rows = await administrator.rows(
    administrator.kind.flavour === 'mariadb'
      ? `SELECT VARIABLE_NAME, NUMERIC_MIN_VALUE, NUMERIC_MAX_VALUE, NUMERIC_BLOCK_SIZE
         FROM information_schema.SYSTEM_VARIABLES WHERE VARIABLE_TYPE LIKE '%INT%'`
      : `SELECT VARIABLE_NAME, MIN_VALUE, MAX_VALUE FROM performance_schema.variables_metadata
         WHERE DATA_TYPE = 'Integer'`,
  );
  return new Map(
    rows.map(([name, min, max, block]) => [
      String(name).toLowerCase(),
      {
        min: min ?? '0',
        max: max ?? '0',
        ...(typeof block === 'string' && block !== '0' ? { block } : {}),
      },
    ]),
  );
}
