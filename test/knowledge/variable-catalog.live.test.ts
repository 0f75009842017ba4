import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { reportedCatalogs } from '../../src/knowledge/catalog/reported';
import {
  catalogedVariables,
  storedValue,
  tabledVariables,
  type VariableFacts,
  valueRefusal,
  variableFacts,
} from '../../src/knowledge/catalog/variable-catalog';
import type { Setting } from '../../src/shared/plan';
import { compareVersions } from '../../src/shared/server';
import { describeEachVersion } from '../server/real-server.ts';
import { type Administrator, administer } from './administrator.ts';

await describeEachVersion('variable catalog', (id) => {
  let server: RunningServer;
  let administrator: Administrator;
  let present: Map<string, string>;
  beforeAll(async () => {
    server = await startServer(id);
    administrator = await administer(server);
    // The session's list has the variables of sessions too, and the global ones.
    present = await administrator.pairs('SHOW VARIABLES');
    for (const [name, value] of await administrator.pairs('SHOW GLOBAL VARIABLES')) present.set(name, value);
  });
  afterAll(async () => {
    await administrator?.close();
    await server?.stop();
  });

  const known = (): VariableFacts[] =>
    catalogedVariables()
      .filter((name) => !ofTheBuild.has(name) || present.has(name))
      .flatMap((name) => variableFacts(name, administrator.kind) ?? []);
  /** The error number of a statement, 0 when it went through. */
  const errorOf = async (sql: string): Promise<number> => {
    try {
      await administrator.rows(sql);
      return 0;
    } catch (error) {
      if (error instanceof Error && 'fatal' in error && error.fatal === true)
        throw new Error(`the server ended with ${sql}`, { cause: error });
      return error instanceof Error && 'errno' in error ? Number(error.errno) : -1;
    }
  };

  /** Packages of a distribution move on: what another patch release changed nobody has collected yet. */
  const collected = () =>
    reportedCatalogs.some(
      ({ flavour, version }) =>
        flavour === administrator.kind.flavour &&
        compareVersions([...version], administrator.kind.version) === 0,
    );
  const later = 'a later patch release than those that were collected (scripts/catalog/collect-variables.ts)';

  test('the catalog knows a variable exactly where the server has it, from that server', ({ skip }) => {
    skip(!collected(), later);
    const wrong = catalogedVariables().filter(
      (name) =>
        !ofTheBuild.has(name) &&
        (variableFacts(name, administrator.kind) !== undefined) !== present.has(name),
    );
    const missing = [...present.keys()].filter(
      (name) => variableFacts(name, administrator.kind) === undefined,
    );
    expect(wrong).toEqual([]);
    expect(missing).toEqual([]);
    expect(known().filter(({ basis }) => basis !== 'live')).toEqual([]);
  });

  test('dynamic and scope are what SET says', async () => {
    const wrong: string[] = [];
    for (const { name, dynamic, scope } of known()) {
      if (Object.hasOwn(notTouched, name)) continue;
      const home = scope === 'session' ? 'SESSION' : 'GLOBAL';
      const error = await errorOf(`SET ${home} ${name} = @@${home}.${name}`);
      if (error === localVariable || error === globalVariable) wrong.push(`${name}: scope is not ${scope}`);
      const isDynamic = error !== readOnlyVariable;
      if (isDynamic !== dynamic) wrong.push(`${name}: dynamic is ${isDynamic}`);
      if (!isDynamic || scope === 'session') continue;
      const session = (await errorOf(`SET SESSION ${name} = @@GLOBAL.${name}`)) !== globalVariable;
      if (session !== (scope !== 'global')) wrong.push(`${name}: session scope is ${session}`);
    }
    expect(wrong).toEqual([]);
  });

  test('types are those that the server shows', async () => {
    const reported = await reportedTypes(administrator);
    const wrong: string[] = [];
    for (const { name, type } of known()) {
      const types = reported.get(name);
      if (types !== undefined && !types.includes(type))
        wrong.push(`${name}: ${type} here, ${types.join()} there`);
    }
    expect(wrong).toEqual([]);
    expect(reported.size).toBeGreaterThan(400);
  });

  test('defaults are the compiled-in ones', async () => {
    const defaults = await compiledDefaults(administrator);
    const wrong: string[] = [];
    let compared = 0;
    for (const facts of known()) {
      const reported = defaults.get(facts.name);
      if (
        facts.defaultValue === null ||
        reported === undefined ||
        (reported !== facts.defaultValue && reported === '')
      )
        continue;
      compared += 1;
      const same =
        facts.type === 'number'
          ? Number(reported) === Number(facts.defaultValue)
          : reported.toLowerCase() === facts.defaultValue.toLowerCase();
      if (!same) wrong.push(`${facts.name}: ${facts.defaultValue} here, ${reported} there`);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(300);
  });

  // MySQL reports bounds in performance_schema.variables_metadata, later than 8.0; what it stores is tried below.
  const reportsBounds = id === 'mysql97' || id.startsWith('mariadb');
  if (reportsBounds)
    test('bounds and blocks are those that the server shows', async ({ skip }) => {
      skip(!collected(), later);
      const bounds = await reportedBounds(administrator);
      const wrong: string[] = [];
      for (const { name, type, limits } of known()) {
        const reported = bounds.get(name);
        if (reported === undefined || !['size', 'integer'].includes(type)) continue;
        if (BigInt(reported.min) !== BigInt(limits.min ?? 0)) wrong.push(`${name}: min ${reported.min}`);
        if (wholeBlocks(reported.max, limits.block) !== wholeBlocks(limits.max ?? '0', limits.block)) {
          wrong.push(`${name}: max ${reported.max}`);
        }
        if (reported.block !== undefined && BigInt(reported.block) !== BigInt(limits.block ?? 1)) {
          wrong.push(`${name}: block ${reported.block}`);
        }
      }
      expect(bounds.size).toBeGreaterThan(200);
      expect(wrong).toEqual([]);
    });

  test('what SET GLOBAL stores is what the catalog says, at the edges too', async ({ skip }) => {
    skip(!collected(), later);
    const wrong: string[] = [];
    let tried = 0;
    const stored = async (name: string) => {
      const [[value] = []] = await administrator.rows(`SELECT @@GLOBAL.${name}`);
      return String(value);
    };
    const shown = (name: string) => administrator.pairs(`SHOW GLOBAL VARIABLES LIKE '${name}'`);
    let before = await administrator.pairs('SHOW GLOBAL VARIABLES');
    // A list of all variables takes longer than all else: after each edge only where others move with this one.
    const movedBy = async (facts: VariableFacts, what: string): Promise<void> => {
      const now = await administrator.pairs('SHOW GLOBAL VARIABLES');
      const surprise = [...now].flatMap(([name, after]) =>
        name === facts.name || before.get(name) === after || facts.alsoChanges?.includes(name) === true
          ? []
          : [name],
      );
      if (surprise.length > 0) wrong.push(`${facts.name} = ${what} moved ${surprise.join(', ')}`);
      before = now;
    };
    for (const facts of known()) {
      if (!facts.dynamic || facts.scope === 'session') continue;
      if (Object.hasOwn(notTouched, facts.name) || Object.hasOwn(notStored, facts.name)) continue;
      const requests = edges(facts);
      if (requests.length === 0) continue;
      const movesOthers = (facts.alsoChanges ?? []).length > 0;
      const reset = () => administrator.rows(`SET GLOBAL ${facts.name} = DEFAULT`).catch(() => undefined);
      for (const requested of requests) {
        await reset();
        if (movesOthers) before = await administrator.pairs('SHOW GLOBAL VARIABLES');
        if ((await errorOf(`SET GLOBAL ${facts.name} = ${requested}`)) !== 0) continue;
        tried += 1;
        const value = await stored(facts.name);
        const expected = storedValue(facts, requested.replaceAll("'", ''), {
          flavour: administrator.kind.flavour,
          present: (name) => before.get(name),
        });
        if (!sameSetting(expected, value)) {
          wrong.push(`${facts.name} = ${requested}: ${String(expected)} here, ${value} there`);
        }
        if (movesOthers) await movedBy(facts, requested);
      }
      if (!movesOthers) await movedBy(facts, 'one of its edges');
      await reset();
      if (movesOthers) before = await administrator.pairs('SHOW GLOBAL VARIABLES');
      else for (const [name, value] of await shown(facts.name)) before.set(name, value);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(300);
    // Thousands of statements.
  });

  test('names in lists, flags, character sets and collations are refused where the server refuses them', async ({
    skip,
  }) => {
    skip(!collected(), later);
    const wrong: string[] = [];
    let refused = 0;
    for (const facts of known()) {
      const { name, dynamic, scope, type } = facts;
      if (!dynamic || Object.hasOwn(notTouched, name) || Object.hasOwn(notStored, name)) continue;
      if (type !== 'set' && !/^(?:character_set_server|collation_server|optimizer_switch)$/.test(name))
        continue;
      const where = scope === 'session' ? 'SESSION' : 'GLOBAL';
      const now = present.get(name) ?? '';
      for (const value of [...named(facts, now), now]) {
        const error = await errorOf(`SET ${where} ${name} = '${value}'`);
        await errorOf(`SET ${where} ${name} = DEFAULT`);
        if (error !== 0) refused += 1;
        if ((error !== 0) !== (valueRefusal(facts, value, now) !== null))
          wrong.push(`${name} = ${value}: ${error === 0 ? 'taken' : `refused with ${error}`} by the server`);
      }
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(10);
  });
});

/** Lists to try: names of the server, alone, together and in lower case, and names that no server has. */
function named({ name, values }: VariableFacts, present: string): string[] {
  if (name === 'character_set_server') return ['latin1', 'UTF8MB4', 'utf9', 'latin1_bin'];
  if (name === 'collation_server')
    return ['latin1_bin', 'utf8mb4_bin', 'UTF8MB4_GENERAL_CI', 'foo_bin', 'foo'];
  const flags = [...present.matchAll(/(\w+)=(?:on|off)/g)].map(([, one = '']) => one);
  if (flags.length > 0) {
    return [
      ...flags.map((one) => `${one}=off`),
      ...[
        'default',
        `${flags[0]}=default`,
        `${flags[0]}=on,${flags.at(-1)}=off`,
        'foo=on',
        'foo',
        'mrr=maybe',
      ],
    ];
  }
  const names = (values ?? []).filter((one) => !one.startsWith('NOT_USED'));
  return [
    ...names.map((one) => one.toLowerCase()),
    ...(name === 'sql_mode' ? ['ANSI', 'traditional', 'NO_AUTO_CREATE_USER', 'a#b'] : []),
    ...['banana', `${names[0] ?? ''},banana`, names.slice(0, 2).join(',')],
  ];
}

// ER_INCORRECT_GLOBAL_LOCAL_VAR, ER_LOCAL_VARIABLE and ER_GLOBAL_VARIABLE (errmsg).
const readOnlyVariable = 1238;
const localVariable = 1228;
const globalVariable = 1229;

/** There only where the program was built with libnuma. */
const ofTheBuild: ReadonlySet<string> = new Set(['innodb_numa_interleave']);

/** Variables that the tests do not set at all, with the reason. */
const notTouched: Readonly<Record<string, string>> = {
  innodb_max_purge_lag_wait: 'SET waits until purge has caught up: a command in the guise of a variable',
  show_compatibility_56: 'SHOW GLOBAL VARIABLES lists variables of the session too while it is on',
};

/** Variables whose stored value depends on more than the request, with the reason. */
const notStored: Readonly<Record<string, string>> = {
  innodb_buffer_pool_size: 'chunks and instances decide: buffer-pool.live.test.ts',
  innodb_log_file_buffering: 'stays ON where the file system shows no block size',
  innodb_redo_log_encrypt: 'stays OFF without a keyring',
  innodb_undo_log_encrypt: 'stays OFF without a keyring',
  innodb_encryption_threads: 'starts as many threads as asked for; MariaDB 10.2 does not survive thousands',
  wsrep_debug: 'stays NONE without a Galera provider',
  thread_pool_size: '0 unless the thread pool is in use',
};

/** Sizes that the server allocates or writes at once: only small requests. */
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

/** Variables that rules advise, or that a table by hand describes: tried at every edge. */
const advised: ReadonlySet<string> = new Set(tabledVariables());

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
  if (!advised.has(name)) {
    const few = [-1n, min - 1n, min + block - 1n, min + 3n * block + 1n, 12_345n, max, max + 1n];
    return [...new Set(few)].filter((value) => value >= -(2n ** 63n) && value < 2n ** 64n).map(String);
  }
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

/** Compiled-in defaults as far as the server distinguishes them from what was worked out at start. */
async function compiledDefaults(administrator: Administrator): Promise<Map<string, string>> {
  if (administrator.kind.flavour === 'mariadb') {
    return administrator.pairs(
      'SELECT VARIABLE_NAME, DEFAULT_VALUE FROM information_schema.SYSTEM_VARIABLES',
    );
  }
  // Before the first SET of a run without option files everything is as it was compiled, or worked out at start.
  return administrator.pairs('SHOW GLOBAL VARIABLES');
}

/** Types that a variable may have in the catalog by what the server says of it. */
async function reportedTypes(administrator: Administrator): Promise<Map<string, VariableFacts['type'][]>> {
  const types = new Map<string, VariableFacts['type'][]>();
  if (administrator.kind.flavour === 'mariadb') {
    for (const [name, type = '', values] of await administrator.rows(
      'SELECT VARIABLE_NAME, VARIABLE_TYPE, ENUM_VALUE_LIST FROM information_schema.SYSTEM_VARIABLES',
    )) {
      types.set(String(name).toLowerCase(), typesOfMariadb(String(type), values !== null && values !== ''));
    }
    return types;
  }
  // What the protocol says of the column: MySQL sends flags as integers of one digit.
  for (const [name] of await administrator.rows('SHOW VARIABLES')) {
    const kind = await administrator.columnKind(`@@${name}`).catch(() => undefined);
    if (kind === 'string') types.set(String(name).toLowerCase(), ['string', 'enum', 'set']);
    if (kind === 'integer') types.set(String(name).toLowerCase(), ['integer', 'size']);
    if (kind === 'boolean' || kind === 'number') types.set(String(name).toLowerCase(), [kind]);
  }
  return types;
}

function typesOfMariadb(reported: string, hasValues: boolean): VariableFacts['type'][] {
  if (reported === 'BOOLEAN') return ['boolean'];
  if (reported === 'DOUBLE') return ['number'];
  if (reported === 'SET' || reported === 'FLAGSET') return ['set'];
  // MariaDB 10.2 declares some of InnoDB's enums as texts.
  if (reported === 'VARCHAR') return ['string', 'enum'];
  // An enum without a list (character sets, storage engines) takes what the installation has.
  if (reported === 'ENUM') return [hasValues ? 'enum' : 'string'];
  return ['integer', 'size'];
}

async function reportedBounds(
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
