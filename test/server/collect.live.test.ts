import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { columnContract, sectionContract } from '../../src/evidence/sections';
import { grantScript, openSession, reportConnection, type Session } from '../../src/server';
import { collectors } from '../../src/server/collect/registry';
import { type Cell, type Snapshot, sectionRows } from '../../src/shared/snapshot';
import { describeEachVersion } from './real-server.ts';
import { type Client, connectClient, sectionStates, takeSnapshot } from './take-snapshot.ts';

const patient = { interval: 200, timeout: 10_000 };
const secret = 'Kn0wn-only-to-us';
const isMariadb = (id: ServerId) => id.startsWith('mariadb');
const isMysql8 = (id: ServerId) => id === 'mysql80' || id === 'mysql97';
/** MySQL has performance_schema.variables_info with bounds since 8.0. */
const reportsBounds = (id: ServerId) => isMariadb(id) || isMysql8(id);

/** Sections that need no privilege at all. */
const open = ['status', 'variables', 'plugins', 'error-log', 'option-files'];

/** Sections that a server of its version does not have. */
const absentIn = (id: ServerId) =>
  ({
    mysql56: [
      'memory-pfs',
      'metadata-locks',
      'prepared-statements',
      'replication-workers',
      'group-replication',
      'statement-histogram',
      'user-statistics',
      'galera',
      'shared-tablespaces',
      'table-free-space',
      ...fromMysql8,
    ],
    mysql57: ['statement-histogram', 'user-statistics', 'galera', ...fromMysql8],
    mysql80: ['user-statistics', 'galera'],
    mysql97: ['user-statistics', 'galera'],
    mariadb102: [
      'memory-pfs',
      'metadata-locks',
      'prepared-statements',
      'replication-workers',
      'group-replication',
      'statement-histogram',
      'shared-tablespaces',
      ...fromMysql8,
    ],
    mariadb1011: ['statement-histogram', 'group-replication', ...fromMysql8],
    mariadb114: ['statement-histogram', 'group-replication', ...fromMysql8],
    mariadb118: ['statement-histogram', 'group-replication', ...fromMysql8],
  })[id];
const fromMysql8 = ['digest-histograms', 'error-counts', 'components', 'replication-filters', 'explains'];

/** Sections of things that are off in a server as these are started. */
const offIn = (id: ServerId): Record<string, string> =>
  ({
    mysql56: { stages: 'not-instrumented', 'binary-logs': 'disabled', 'binary-log-status': 'disabled' },
    mysql57: {
      'metadata-locks': 'not-instrumented',
      'binary-logs': 'disabled',
      'binary-log-status': 'disabled',
    },
    mysql80: {},
    mysql97: {},
    mariadb102: { ...offInMariadb, stages: 'not-instrumented' },
    mariadb1011: offInMariadb,
    mariadb114: offInMariadb,
    mariadb118: offInMariadb,
  })[id];
const offInMariadb = {
  'metadata-locks': 'not-instrumented',
  'user-statistics': 'disabled',
  galera: 'disabled',
  'binary-logs': 'disabled',
  'binary-log-status': 'disabled',
};

/** What an account that may read all of it gets. */
function fullStates(id: ServerId): Record<string, string> {
  const off = offIn(id);
  return Object.fromEntries(
    collectors.map(({ id: section }) => {
      if (absentIn(id).includes(section)) return [section, 'skipped: absent'];
      return [section, off[section] === undefined ? 'ok' : `skipped: ${off[section]}`];
    }),
  );
}

/** What an account with every GRANT of the script gets: the grant tables are not among them. */
const grantedStates = (id: ServerId) => ({
  ...fullStates(id),
  'accounts-without-password': 'skipped: privilege',
});

/** The files of the tablespaces that no table has for itself. */
const sharedFiles = [
  ['system', /^ibdata\d+$/],
  ['undo', /^undo_?\d{3}$/],
  ['temporary', /^ibtmp\d+$/],
] as const;

function bytesOf(folder: string, file: RegExp): number {
  const names = readdirSync(folder).filter((name) => file.test(name));
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

const shapes = {
  text: () => true,
  integer: (cell: Cell) => /^-?\d+$/.test(String(cell)),
  real: (cell: Cell) => cell !== '' && Number.isFinite(Number(cell)),
  // MySQL 5.7 writes a T into the stamps of its error log.
  time: (cell: Cell) => cell === '' || /^(\d{4}-\d\d-\d\d[ T]|\d{6} )/.test(String(cell)),
};

/** Columns that no contract names, and cells that are not what it says. */
function unlikeContract(snapshot: Snapshot): string[] {
  const found = Object.entries(snapshot.sections).flatMap(([id, { data }]) =>
    [data?.start, data?.end].flatMap((capture) => {
      if (capture?.text !== undefined && sectionContract(id)?.text === undefined) return [`${id}: a text`];
      return (capture?.table?.columns ?? []).flatMap((column, index) => {
        const contract = columnContract(id, column);
        if (contract === undefined) return [`${id}.${column}: not in the contract`];
        const fits = shapes[contract.type];
        const odd = capture?.table?.rows.find((row) => row[index] != null && !fits(row[index] ?? null));
        return odd === undefined ? [] : [`${id}.${column}: ${odd[index]} is no ${contract.type}`];
      });
    }),
  );
  return [...new Set(found)];
}

await describeEachVersion('collect', (id) => {
  let server: RunningServer;
  let root: Client;
  beforeAll(async () => {
    server = await startServer(id, { options: isMariadb(id) ? { performance_schema: true } : {} });
    root = connectClient(server.socket);
    await root.query('CREATE DATABASE shop');
    await root.query('CREATE TABLE shop.orders (id INT PRIMARY KEY, customer VARCHAR(40)) ENGINE=InnoDB');
    await root.query("INSERT INTO shop.orders VALUES (1, 'Ada'), (2, 'Grace')");
    await root.query(`CREATE USER 'bare'@'%' IDENTIFIED BY '${secret}'`);
  });
  afterAll(async () => {
    root?.end();
    await server?.stop();
  });

  const asRoot = () => openSession({ socket: server.socket, user: 'root' }, {});
  const asBare = () =>
    openSession({ host: '127.0.0.1', port: server.port, user: 'bare' }, { password: secret });
  const using = async <T>(opening: Promise<Session>, body: (session: Session) => Promise<T>): Promise<T> => {
    const session = await opening;
    try {
      return await body(session);
    } finally {
      await session.close();
    }
  };

  test('an account that may everything gets every section that this server has', async () => {
    const snapshot = await using(asRoot(), (session) =>
      takeSnapshot(session, { windowSeconds: 2, intervalMs: 500 }),
    );
    expect(sectionStates(snapshot)).toEqual(fullStates(id));
    expect(snapshot.complete).toBe(true);
    expect(snapshot.windowSeconds).toBeCloseTo(2, 0);
    expect(snapshot.samples?.times).toHaveLength(5);
    expect(snapshot.samples?.series.Queries?.values.at(-1)).toBeGreaterThan(0);
    const variables = new Map(sectionRows(snapshot, 'variables').map((row) => [row.name, row]));
    expect(variables.get('port')).toMatchObject({ value: String(server.port) });
    const limits = variables.get('innodb_io_capacity');
    expect(limits).toMatchObject(reportsBounds(id) ? { min: '100' } : { min: null, max: null });
    expect(variables.get('datadir')).toMatchObject({ min: null, max: null });
    const [orders] = sectionRows(snapshot, 'schema-sizes');
    expect(orders).toMatchObject({ table_schema: 'shop', table_name: 'orders', engine: 'InnoDB' });
    expect(orders?.data_length).toBe(16_384);
    if (!absentIn(id).includes('shared-tablespaces')) {
      const listed = new Map(sectionRows(snapshot, 'shared-tablespaces').map((row) => [row.kind, row]));
      for (const [kind, file] of sharedFiles) {
        // Whole extents are counted.
        const less = bytesOf(join(server.dir, 'data'), file) - Number(listed.get(kind)?.file_size ?? 0);
        expect(less, kind).toBeGreaterThanOrEqual(0);
        expect(less, kind).toBeLessThan(2 ** 20);
      }
    }
    for (const { id: section, when } of collectors) {
      const data = snapshot.sections[section]?.data;
      if (data !== undefined) expect(data.start !== undefined, section).toBe(when === 'start+end');
    }
    expect(unlikeContract(snapshot)).toEqual([]);
  });

  test('the history list and, before MySQL 8.0.30, the checkpoint age are sampled', async () => {
    const snapshot = await using(asRoot(), (session) => takeSnapshot(session, { windowSeconds: 1 }));
    const names = Object.keys(snapshot.samples?.series ?? {});
    if (isMariadb(id) && id !== 'mariadb102')
      expect(names).toEqual(expect.arrayContaining(['Innodb_checkpoint_age', 'Innodb_history_list_length']));
    else expect(names).toContain('innodb_metrics.trx_rseg_history_len');
    if (['mysql56', 'mysql57', 'mariadb102'].includes(id))
      expect(names).toContain('innodb_metrics.log_lsn_checkpoint_age');
  });

  test('use of tables and indexes: empty while none was used, then by index', async () => {
    await root.query('TRUNCATE performance_schema.table_io_waits_summary_by_index_usage');
    await root.query('TRUNCATE performance_schema.table_io_waits_summary_by_table');
    await using(asRoot(), async (session) => {
      const ofShop = async () => {
        const rows = sectionRows(await takeSnapshot(session), 'table-io');
        return rows.filter((row) => row.object_schema === 'shop').map((row) => row.index_name);
      };
      expect(await ofShop()).toEqual([]);
      await root.query('SELECT customer FROM shop.orders WHERE id = 1');
      expect(await ofShop()).toEqual(['PRIMARY']);
    });
  });

  test('accounts without password: open ones only, and never a hash', async () => {
    for (const sql of [
      "CREATE USER 'open'@'%'",
      `CREATE USER 'closed'@'%' IDENTIFIED BY '${secret}'`,
      "CREATE USER ''@'here'",
      ...(id === 'mysql56' || id === 'mariadb102' ? [] : ["CREATE USER 'locked'@'%' ACCOUNT LOCK"]),
      ...(isMysql8(id) || isMariadb(id) ? ['CREATE ROLE everyone'] : []),
      "GRANT ALL ON *.* TO 'open'@'%'",
    ])
      await root.query(sql);
    try {
      const snapshot = await using(asRoot(), (session) => takeSnapshot(session));
      const found = sectionRows(snapshot, 'accounts-without-password').map(
        ({ user, host, no_password, is_super }) =>
          `${user}@${host} ${Number(no_password) > 0} ${Number(is_super) > 0}`,
      );
      expect(found).toEqual(
        expect.arrayContaining(['@here true false', 'open@% true true', 'root@localhost true true']),
      );
      // An installation brings accounts of its own, of this machine.
      const own = new Set(['@here true false', 'open@% true true']);
      expect(found.filter((name) => !own.has(name) && !/^(?:root)?@/.test(name))).toEqual([]);
      expect(JSON.stringify(snapshot)).not.toMatch(/\*[0-9A-F]{40}|\$A\$005/);
    } finally {
      await root.query("DROP USER 'open'@'%', 'closed'@'%', ''@'here'");
    }
  });

  test('one moment: no samples, no start, no window', async () => {
    const snapshot = await using(asRoot(), (session) => takeSnapshot(session));
    expect(snapshot).toMatchObject({ windowSeconds: null, samples: null, complete: true });
    expect(Object.values(snapshot.sections).filter((section) => section.data?.start !== undefined)).toEqual(
      [],
    );
  });

  test('an account with USAGE only gets a valid snapshot; the rest says which GRANT would bring it', async () => {
    const snapshot = await using(asBare(), (session) =>
      takeSnapshot(session, { windowSeconds: 1, intervalMs: 500 }),
    );
    const expected = Object.fromEntries(
      collectors.map(({ id: section }) => {
        if (open.includes(section)) return [section, 'ok'];
        if (absentIn(id).includes(section)) return [section, 'skipped: absent'];
        return [section, section === 'galera' ? 'skipped: disabled' : 'skipped: privilege'];
      }),
    );
    expect(sectionStates(snapshot)).toEqual(expected);
    for (const [name, section] of Object.entries(snapshot.sections)) {
      if (section.reason?.code === 'privilege' && name !== 'accounts-without-password')
        expect(section.reason.remedy).toMatch(/^GRANT [A-Z ]+ ON .* TO 'bare'@'%';$/);
    }
    expect(JSON.stringify(snapshot)).not.toContain(secret);
  });

  test('the GRANTs that the connection report names are enough for every section, and no row of a table is open', async () => {
    const report = await using(asBare(), reportConnection);
    const needed = isMariadb(id) && id !== 'mariadb102' ? 'REPLICA MONITOR' : 'REPLICATION CLIENT';
    expect(report.missing.map(({ privilege }) => privilege)).toEqual([
      'PROCESS ON *.*',
      `${needed} ON *.*`,
      'SELECT ON performance_schema.*',
      'REFERENCES ON *.*',
      'SELECT ON mysql.innodb_table_stats',
      ...(isMariadb(id) && id !== 'mariadb102' ? ['BINLOG MONITOR ON *.*'] : []),
      ...(isMysql8(id) ? ['SELECT ON mysql.component'] : []),
    ]);
    await root.query(`CREATE USER 'viewer'@'%' IDENTIFIED BY '${secret}'`);
    for (const { grant } of report.missing) await root.query(grant.replace("'bare'", "'viewer'"));
    const viewer = () =>
      openSession({ host: '127.0.0.1', port: server.port, user: 'viewer' }, { password: secret });
    const snapshot = await using(viewer(), (session) => takeSnapshot(session));
    expect(sectionStates(snapshot)).toEqual(grantedStates(id));
    expect(sectionRows(snapshot, 'schema-sizes')[0]).toMatchObject({ table_name: 'orders' });
    await using(viewer(), async (session) => {
      expect((await reportConnection(session)).missing).toEqual([]);
      await expect(session.query('SELECT * FROM shop.orders')).rejects.toMatchObject({
        code: 'privilege-missing',
      });
    });
  });

  test('an account made by the script gets every section, the plans apart; what deep mode and changes want is granted apart', async () => {
    const [, flavour = 'mysql'] = /^(mysql|mariadb)/.exec(id) ?? [];
    const input = {
      flavour: flavour === 'mariadb' ? ('mariadb' as const) : ('mysql' as const),
      version: (await using(asRoot(), async (session) => session.identity)).version,
      user: 'latchkey',
      host: '%',
    };
    let password = secret;
    const send = async (sql: string) => {
      const rows = await root.query(sql.replace('<password>', `'${secret}'`).replace('<schema>', '`shop`'));
      const made: unknown = Array.isArray(rows) ? rows[0]?.['generated password'] : undefined;
      if (typeof made === 'string') password = made;
    };
    const plain = grantScript({ ...input, purposes: [] });
    for (const { sql } of plain.statements) await send(sql);
    const asAccount = () =>
      openSession({ host: '127.0.0.1', port: server.port, user: 'latchkey' }, { password });
    const snapshot = await using(asAccount(), (session) => takeSnapshot(session));
    expect(sectionStates(snapshot)).toEqual(grantedStates(id));
    await using(asAccount(), async (session) => {
      expect((await reportConnection(session)).missing).toEqual([]);
    });
    const more = grantScript({ ...input, purposes: ['explain', 'deep', 'apply'] }).statements;
    for (const { sql } of more.slice(plain.statements.length)) await send(sql);
    await using(asAccount(), async (session) => {
      expect((await session.query('SELECT COUNT(*) FROM shop.orders')).rows).toEqual([[2]]);
    });
  });

  test('plans of scanning statements, the columns and indexes of their tables; no value of theirs', async () => {
    const client = connectClient(server.socket);
    await client.query('USE shop');
    await client.query("SELECT * FROM orders WHERE customer = 'Babbage-private'");
    client.end();
    const snapshot = await using(asRoot(), (session) => takeSnapshot(session));
    const columns = sectionRows(snapshot, 'table-columns').filter((row) => row.table_schema === 'shop');
    // In the order that the server gives them; each says its place.
    expect(columns.map((row) => `${row.ordinal_position} ${row.column_name}`).sort()).toEqual([
      '1 id',
      '2 customer',
    ]);
    const [index] = sectionRows(snapshot, 'table-indexes').filter((row) => row.table_schema === 'shop');
    expect(index).toMatchObject({ table_name: 'orders', index_name: 'PRIMARY', cardinality: 2 });
    expect(JSON.stringify(snapshot)).not.toContain('-private');
    if (id !== 'mysql97') return;
    const plans = sectionRows(snapshot, 'explains').filter((row) => row.schema_name === 'shop');
    expect(plans).toContainEqual(expect.objectContaining({ table_name: 'orders', access_type: 'ALL' }));
    await using(openSession({ socket: server.socket, user: 'root' }, {}), async (session) => {
      const sent = (await takeSnapshot(session)).statements.map(({ sql }) => sql);
      expect(sent).toContain('EXPLAIN FORMAT=TRADITIONAL SELECT * FROM `orders` WHERE `customer` = ?');
    });
    await root.query("CREATE USER 'planless'@'%' IDENTIFIED BY 'x'");
    await root.query("GRANT SELECT ON performance_schema.* TO 'planless'@'%'");
    const target = { host: '127.0.0.1', port: server.port, user: 'planless' };
    const partial = await using(openSession(target, { password: 'x' }), (session) => takeSnapshot(session));
    expect(partial.sections.explains).toMatchObject({
      status: 'ok',
      reason: { code: 'privilege', remedy: "GRANT SELECT ON `shop`.* TO 'planless'@'%';" },
    });
  });

  test('tables without key, redundant and unused indexes, auto-increment values near their end', async () => {
    await root.query('CREATE TABLE shop.heap_like (a INT, b INT) ENGINE=InnoDB');
    await root.query(
      'CREATE TABLE shop.lines (id TINYINT AUTO_INCREMENT PRIMARY KEY, a INT, b VARCHAR(20), c INT, KEY a (a), KEY a_b (a, b), KEY b5 (b(5)), KEY c_b5 (c, b(5)), KEY c_b (c, b)) ENGINE=InnoDB',
    );
    await root.query("INSERT INTO shop.lines VALUES (100, 1, 'x', 1), (NULL, 2, 'y', 2)");
    await root.query('SELECT * FROM shop.lines FORCE INDEX (a_b) WHERE a = 1');
    const snapshot = await using(asRoot(), (session) => takeSnapshot(session));
    const ofShop = (section: string) =>
      sectionRows(snapshot, section).filter((row) => row.table_schema === 'shop');
    expect(ofShop('tables-without-primary-key')).toEqual([
      expect.objectContaining({ table_name: 'heap_like', unique_key: null }),
    ]);
    expect(ofShop('redundant-indexes').map((row) => [row.index_name, row.covered_by])).toEqual([
      ['a', 'a_b'],
      ['c_b5', 'c_b'],
    ]);
    expect(ofShop('redundant-indexes')[1]).toMatchObject({
      index_columns: 'c, b(5)',
      covered_by_columns: 'c, b',
    });
    const unused = ofShop('unused-indexes').filter((row) => row.table_name === 'lines');
    expect(unused.map((row) => [row.index_name, row.index_columns])).toContainEqual([
      'b5',
      isMysql8(id) ? 'b(5)' : 'b',
    ]);
    expect(unused.map((row) => row.index_name)).not.toContain('a_b');
    expect(ofShop('auto-increment')).toContainEqual(
      expect.objectContaining({
        table_name: 'lines',
        column_name: 'id',
        auto_increment: '103',
        max_value: '127',
      }),
    );
    await root.query('DROP TABLE shop.lines, shop.heap_like');
  });

  test('privileges held through an active role count', async () => {
    if (id === 'mysql56' || id === 'mysql57') return;
    await root.query('CREATE ROLE watcher');
    await root.query(`CREATE USER 'roled'@'%' IDENTIFIED BY '${secret}'`);
    await root.query('GRANT PROCESS ON *.* TO watcher');
    await root.query("GRANT watcher TO 'roled'@'%'");
    await root.query(
      isMariadb(id) ? "SET DEFAULT ROLE watcher FOR 'roled'@'%'" : "SET DEFAULT ROLE watcher TO 'roled'@'%'",
    );
    const target = { host: '127.0.0.1', port: server.port, user: 'roled' };
    await using(openSession(target, { password: secret }), async (session) => {
      expect(session.identity.privileges).toContain('PROCESS');
      expect(sectionStates(await takeSnapshot(session))).toMatchObject({
        processlist: 'ok',
        transactions: 'ok',
      });
    });
  });

  test('literals of running statements, lock waits and deadlocks are removed; kept when asked for, passwords never', async () => {
    const [first, second] = [connectClient(server.socket), connectClient(server.socket)];
    for (const client of [first, second]) await client.query('START TRANSACTION');
    await first.query("UPDATE shop.orders SET customer = 'Lovelace-private' WHERE id = 1");
    await second.query("UPDATE shop.orders SET customer = 'Hopper-private' WHERE id = 2");
    const waiting = first
      .query("UPDATE shop.orders SET customer = 'Turing-private' WHERE id = 2")
      .catch(() => 'victim');
    await using(asRoot(), async (session) => {
      const waits = "SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'";
      // InnoDB refreshes this table only when nobody has read it for 100 ms (trx0i_s.cc, CACHE_MIN_IDLE_TIME_US).
      await expect.poll(async () => (await session.query(waits)).rows.length, patient).toBe(1);
      const during = await takeSnapshot(session);
      expect(sectionRows(during, 'lock-waits')).toHaveLength(1);
      expect(sectionRows(during, 'transactions')).toHaveLength(2);
      const running = sectionRows(during, 'processlist').map((row) => row.info);
      expect(running).toContain('UPDATE shop.orders SET customer = ? WHERE id = ?');
      expect(during.sections.processlist?.reason?.code).toBe('redacted');
      // Closes the circle: one of the two is rolled back.
      const other = second
        .query("UPDATE shop.orders SET customer = 'Neumann-private' WHERE id = 1")
        .catch(() => 'victim');
      expect(await Promise.race([waiting, other])).toBeDefined();
      const hanging = connectClient(server.socket);
      const sleeping = hanging
        .query(`SELECT SLEEP(30) AS a, '${secret}' AS password /* Codd-private */`)
        .catch(() => 'gone');
      const isListed = async () =>
        JSON.stringify(await session.query('SHOW PROCESSLIST')).includes('SLEEP(30)');
      await expect.poll(isListed, patient).toBe(true);
      const removed = await takeSnapshot(session);
      const text = removed.sections['innodb-status']?.data?.end?.text ?? '';
      expect(text).toContain('LATEST DETECTED DEADLOCK');
      expect(text).toContain('UPDATE shop.orders SET customer = ?');
      expect(text).toContain('WE ROLL BACK TRANSACTION');
      expect(text).not.toContain('(line left out)');
      expect(JSON.stringify(removed)).not.toMatch(/-private|Lovelace|4c6f76656c616365/);
      expect(JSON.stringify(removed)).not.toContain(secret);
      const kept = await takeSnapshot(session, { keepLiterals: true });
      expect(kept.literals).toBe('kept');
      expect(kept.sections['innodb-status']?.data?.end?.text).toContain('-private');
      expect(JSON.stringify(kept)).not.toContain(secret);
      hanging.end();
      await sleeping;
      await Promise.all([waiting, other]);
    });
    first.end();
    second.end();
  });

  test('above the limit of tables nothing is looked up of each', async () => {
    const snapshot = await using(asRoot(), (session) => takeSnapshot(session, { tableLimit: 0 }));
    for (const section of ['tables-without-primary-key', 'redundant-indexes', 'unused-indexes']) {
      expect(snapshot.sections[section]).toMatchObject({
        status: 'skipped',
        reason: { code: 'disabled', text: expect.stringContaining('The server has 1 table;') },
      });
    }
    expect(snapshot.sections['schema-sizes']).toMatchObject({ status: 'ok', reason: { code: 'disabled' } });
  });

  test('host facts are read where the server runs on this machine, and declared ones win', async () => {
    const snapshot = await using(asRoot(), (session) =>
      takeSnapshot(session, { declaredHost: { memoryBytes: 2 ** 36, iops: 20_000 } }),
    );
    expect(snapshot.host.cpus).toMatchObject({ origin: 'local', value: expect.any(Number) });
    expect(snapshot.host.memoryBytes).toEqual({ origin: 'declared', value: 2 ** 36 });
    expect(snapshot.host.iops).toEqual({ origin: 'declared', value: 20_000 });
  });
});
