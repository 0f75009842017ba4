import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { pureFunctions } from '../../src/knowledge/sql/functions';
import { wordsBeforeParenthesis } from '../../src/knowledge/sql/keywords';
import { openSession, type Session } from '../../src/server';
import { gatedText } from '../../src/server/connect/gated-statement';
import { gateStatements } from '../../src/server/foreign/gate';
import { replayLoad } from '../../src/server/workload/replay';
import { systemClock } from '../../src/shared/base/clock';
import type { Progress } from '../../src/shared/progress';
import { sectionRows, snapshotSchema } from '../../src/shared/snapshot';
import { buildLatchkey, latchkey } from '../cli/latchkey.ts';
import { describeEachVersion } from './real-server.ts';
import { type Client, connectClient, takeSnapshot } from './take-snapshot.ts';

/** Names of functions that other versions have built in, and this one has not. */
const elsewhereBuiltIn: Record<ServerId, string> = {
  mysql56: 'regexp_like',
  mysql57: 'regexp_like',
  mysql80: 'encrypt',
  mysql97: 'md5',
  mariadb102: 'uuid_to_bin',
  mariadb1011: 'uuid_to_bin',
  mariadb114: 'any_value',
  mariadb118: 'any_value',
};

/** Objects that an account with rights on its own schema alone can make. */
const trapObjects = (id: ServerId) => [
  'CREATE TABLE notes (a INT) ENGINE = MyISAM',
  'CREATE FUNCTION strike() RETURNS INT NO SQL BEGIN SET GLOBAL max_connect_errors = @@GLOBAL.max_connect_errors + 1; RETURN 1; END',
  'CREATE FUNCTION meek() RETURNS INT NO SQL SQL SECURITY INVOKER BEGIN SET GLOBAL max_connect_errors = @@GLOBAL.max_connect_errors + 1; RETURN 1; END',
  `CREATE FUNCTION ${elsewhereBuiltIn[id]}(a INT) RETURNS INT NO SQL RETURN strike()`,
  'CREATE FUNCTION `count`(a INT) RETURNS INT NO SQL RETURN strike()',
  'CREATE VIEW plain_view AS SELECT id, strike() AS a FROM orders',
  'CREATE SQL SECURITY INVOKER VIEW invoker_view AS SELECT meek() AS a FROM DUAL WHERE meek() = 1',
  'CREATE ALGORITHM = TEMPTABLE VIEW kept_view AS SELECT strike() AS a FROM DUAL',
  'CREATE VIEW limited_view AS SELECT strike() AS a LIMIT 1',
  'CREATE VIEW union_view AS SELECT strike() AS a UNION ALL SELECT 2',
  'CREATE VIEW counting_view AS SELECT COUNT(*) AS n, strike() AS a FROM orders',
  'CREATE VIEW view_over_view AS SELECT a FROM limited_view',
  'CREATE VIEW harmless_view AS SELECT id FROM orders',
];

const trapViews = [
  'plain_view',
  'invoker_view',
  'kept_view',
  'limited_view',
  'union_view',
  'counting_view',
  'view_over_view',
];

/** Statements that run one of these, or try to. */
const traps = (id: ServerId): string[] => [
  ...trapViews.map((view) => `SELECT a FROM ${view} WHERE a > 0`),
  'SELECT o.id FROM orders o JOIN limited_view v ON o.id > v.a',
  'SELECT o.id FROM orders o, (SELECT a FROM view_over_view) d',
  'SELECT id FROM orders WHERE id > (SELECT a FROM limited_view)',
  'SELECT id FROM orders WHERE id IN (SELECT a FROM union_view) OR EXISTS (SELECT 1 FROM `kept_view`)',
  'SELECT o.id FROM orders o JOIN (SELECT strike() AS a) d ON o.id >= d.a',
  'SELECT id FROM orders WHERE id > strike()',
  'SELECT id FROM orders WHERE id > `strike`()',
  'SELECT id FROM orders WHERE id > shop.strike ()',
  'SELECT id FROM orders WHERE id > /**/strike/**/()',
  `SELECT ${elsewhereBuiltIn[id]}(id) FROM orders`,
  'SELECT id FROM orders UNION ALL SELECT a FROM shop.limited_view',
  'SELECT 1e5from limited_view',
  'SELECT id FROM harmless_view',
];

/** What is no trap and has to go through, so that the tests above cannot pass by refusing everything. */
const fair = [
  'SELECT * FROM orders WHERE customer = "Ada" AND id > 0',
  'SELECT customer, COUNT(*) FROM shop.orders o GROUP BY customer ORDER BY 2 DESC LIMIT 3',
  "SELECT o.id, p.id FROM orders o LEFT JOIN parts p ON o.id = p.order_id AND LEFT(o.customer, 1) = 'A'",
  'SELECT id FROM orders WHERE id IN (SELECT order_id FROM parts WHERE id < 2) AND customer LIKE "%a%"',
  'SELECT d.n FROM (SELECT COUNT(*) AS n FROM orders UNION ALL SELECT MAX(id) FROM parts) d',
  'SELECT x.id FROM pieces PARTITION (p0) AS x JOIN pieces y ON x.id = y.id WHERE x.note = "b"',
  'SELECT id FROM orders FORCE INDEX (by_customer) WHERE customer > "A" ORDER BY customer',
];

await describeEachVersion('foreign code', (id) => {
  let server: RunningServer;
  let root: Client;
  let folder: string;
  const session = async <T>(body: (opened: Session) => Promise<T>): Promise<T> => {
    const opened = await openSession({ socket: server.socket, user: 'root' }, {});
    try {
      return await body(opened);
    } finally {
      await opened.close();
    }
  };
  const gated = (opened: Session, statements: readonly string[]) =>
    gateStatements(
      { session: opened, signal: new AbortController().signal },
      statements.map((sql) => ({ sql, schema: 'shop' })),
    );
  /** Every global variable that does not move by itself, and the rows of the tables. */
  const state = async () => ({
    variables: await root.query(
      "SHOW GLOBAL VARIABLES WHERE Variable_name NOT LIKE 'gtid%' AND Variable_name NOT IN ('timestamp')",
    ),
    notes: await root.query('SELECT * FROM shop.notes'),
    orders: await root.query('SELECT COUNT(*) FROM shop.orders'),
  });

  beforeAll(async () => {
    buildLatchkey();
    folder = await mkdtemp(join(tmpdir(), 'latchkey-foreign-'));
    server = await startServer(id, { options: id.startsWith('mariadb') ? { performance_schema: true } : {} });
    root = connectClient(server.socket);
    if (id.startsWith('mysql')) await root.query('SET GLOBAL log_bin_trust_function_creators = 1');
    await root.query('CREATE DATABASE shop');
    await root.query('USE shop');
    await root.query(
      'CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(40), KEY by_customer (customer), KEY both_ways (customer, id)) ENGINE = InnoDB',
    );
    await root.query(
      'CREATE TABLE pieces (id INT PRIMARY KEY, note VARCHAR(9), KEY by_note (note), KEY unseen (note, id)) ENGINE = InnoDB PARTITION BY HASH (id) PARTITIONS 2',
    );
    await root.query("INSERT INTO pieces VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    const unseen = {
      mysql56: null,
      mysql57: null,
      mysql80: 'INVISIBLE',
      mysql97: 'INVISIBLE',
      mariadb102: null,
      mariadb1011: 'IGNORED',
      mariadb114: 'IGNORED',
      mariadb118: 'IGNORED',
    }[id];
    if (unseen !== null) await root.query(`ALTER TABLE pieces ALTER INDEX unseen ${unseen}`);
    await root.query('CREATE TABLE parts (id INT, order_id INT) ENGINE = InnoDB');
    await root.query("INSERT INTO orders VALUES (1, 'Ada'), (2, 'Grace'), (3, 'Edsger'), (4, 'Barbara')");
    await root.query('INSERT INTO parts VALUES (1, 1), (2, 1), (3, 2)');
    for (const sql of trapObjects(id)) await root.query(sql);
  });
  afterAll(async () => {
    root?.end();
    await server?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  // Claim, What an account of the server can do: A statement that names a view, a stored function or what hides one is not sent again, neither for EXPLAIN nor in a replay.
  test('a statement over a view, a stored function or what hides one is never let through', async () => {
    const before = await state();
    const answers = await session((opened) => gated(opened, traps(id)));
    expect(answers.map((answer, index) => [traps(id)[index], typeof answer])).toEqual(
      traps(id).map((sql) => [sql, 'string']),
    );
    expect(await state()).toEqual(before);
  });

  // Claim, What an account of the server can do: What a server quotes stays quoted, whatever character set it gives to new connections.
  test('a letter whose last byte is a backslash or a backquote in the character set that the server gives ends no quotes', async () => {
    const letters = ['\u4e2d', '\u00e9', '\u8868'];
    const breakOut = letters.flatMap((letter) => [
      `SELECT id FROM reported WHERE words = '${letter}\\\\' OR words = ' OR shop.strike() -- '`,
      `SELECT id AS \`a${letter}\`, '\` FROM shop.reported WHERE shop.strike() -- ' FROM reported`,
    ]);
    await root.query('CREATE TABLE reported (id INT, words VARCHAR(40)) DEFAULT CHARACTER SET utf8mb4');
    await root.query("INSERT INTO reported VALUES (1, 'a'), (2, 'b')");
    await root.query("CREATE USER visitor@'%' IDENTIFIED BY 'Kn0wn-only-to-us'");
    await root.query("GRANT SELECT, EXECUTE ON shop.* TO visitor@'%'");
    const before = await state();
    try {
      for (const set of ['gbk', 'big5', 'sjis', 'cp932']) {
        await root.query(`SET GLOBAL init_connect = 'SET NAMES ${set}'`);
        const opened = await openSession(
          { host: '127.0.0.1', port: server.port, user: 'visitor' },
          { password: 'Kn0wn-only-to-us' },
        );
        for (const answer of await gated(opened, breakOut)) {
          if (typeof answer === 'string') throw new Error(answer);
          for (const explain of [true, false]) await opened.queryForeign(answer, { explain });
        }
        expect((await opened.query(`SELECT '${letters.join('')}', @@character_set_client`)).rows).toEqual([
          [letters.join(''), 'utf8mb4'],
        ]);
        await opened.close();
      }
    } finally {
      await root.query("SET GLOBAL init_connect = ''");
    }
    expect(await state()).toEqual(before);
  });

  test('what is let through runs and is explained, by the plan that it has without the gate', async () => {
    await session(async (opened) => {
      const answers = await gated(opened, fair);
      await root.query('USE shop');
      for (const [index, answer] of answers.entries()) {
        const sql = fair[index] ?? '';
        if (typeof answer === 'string') throw new Error(`${answer}: ${sql}`);
        const { rows } = await opened.queryForeign(answer);
        const own = await root.query(sql);
        expect(rows.length, sql).toBe(Array.isArray(own) ? own.length : -1);
        if (id === 'mysql56' || id === 'mysql97') {
          const plan = await opened.queryForeign(answer, { explain: true });
          const ownPlan = await root.query(`EXPLAIN FORMAT=TRADITIONAL ${sql}`);
          const named = plan.rows.map((row) =>
            Object.fromEntries(plan.columns.map((column, at) => [column, String(row[at])])),
          );
          expect(named, sql).toEqual(
            Array.isArray(ownPlan)
              ? ownPlan.map((row: object) =>
                  Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, String(cell)])),
                )
              : [],
          );
        }
      }
    });
  });

  // Claim, What an account of the server can do: A table that becomes a view after it was looked at is refused by the server itself, and nothing of the view runs.
  test('a table that becomes a view after it was let through is refused by the server, and nothing of the view runs', async () => {
    await root.query('CREATE TABLE swapped (a INT, KEY by_a (a)) ENGINE = InnoDB');
    await session(async (opened) => {
      const statements = [
        'SELECT a FROM swapped',
        'SELECT o.id FROM orders o JOIN (SELECT a FROM swapped LIMIT 1) d ON o.id > d.a',
        'SELECT id FROM orders WHERE id > (SELECT MAX(a) FROM swapped USE INDEX FOR JOIN (by_a))',
      ];
      const answers = await gated(opened, statements);
      await root.query('RENAME TABLE swapped TO hidden');
      const before = await state();
      for (const view of trapViews) {
        await root.query(`CREATE VIEW swapped AS SELECT a FROM ${view} LIMIT 1`);
        for (const answer of answers) {
          if (typeof answer === 'string') throw new Error(answer);
          for (const explain of [true, false])
            await expect(opened.queryForeign(answer, { explain })).rejects.toMatchObject({
              code: 'query-failed',
              message: expect.stringContaining('1176'),
            });
        }
        await root.query('DROP VIEW swapped');
      }
      expect(await state()).toEqual(before);
      await root.query('RENAME TABLE hidden TO swapped');
    });
  });

  test('while a table is swapped for a view again and again, nothing of the view runs', async () => {
    await root.query('CREATE VIEW trap AS SELECT a FROM limited_view');
    const before = await state();
    const swapper = connectClient(server.socket);
    await swapper.query('USE shop');
    let swapping = true;
    let swaps = 0;
    const swapped = (async () => {
      while (swapping) {
        await swapper.query('RENAME TABLE swapped TO hidden, trap TO swapped');
        await swapper.query('RENAME TABLE swapped TO trap, hidden TO swapped');
        swaps += 1;
      }
    })();
    const seen = new Set<string>();
    try {
      await session(async (opened) => {
        for (let round = 0; round < 60 || (swaps < 3 && round < 2000); round += 1) {
          const [answer] = await gated(opened, ['SELECT d.a FROM (SELECT a FROM swapped LIMIT 1) d']);
          if (answer === undefined || typeof answer === 'string') {
            seen.add(answer ?? '');
            continue;
          }
          for (const explain of [true, false]) {
            const outcome = await opened.queryForeign(answer, { explain }).then(
              () => 'sent',
              (error: unknown) => (String(error).includes('1176') ? 'refused' : String(error)),
            );
            seen.add(outcome);
          }
        }
      });
    } finally {
      swapping = false;
      await swapped;
      swapper.end();
    }
    expect(swaps).toBeGreaterThan(2);
    expect(seen).toContain('sent');
    expect(await state()).toEqual(before);
    await root.query('DROP VIEW trap');
  });

  test('tables of engines that may read elsewhere, sequences and system schemas are refused', async () => {
    await root.query('CREATE TABLE merged (id INT, order_id INT) ENGINE = MERGE UNION = (notes)');
    await root.query('CREATE TABLE listed (a INT NOT NULL) ENGINE = CSV');
    const refusals: [string, string][] = [
      ['SELECT * FROM merged', 'engine'],
      ['SELECT * FROM listed', 'engine'],
      ['SELECT * FROM mysql.user', 'system-schema'],
      ['SELECT * FROM Information_Schema.tables', 'system-schema'],
      ['SELECT * FROM gone', 'not-found'],
      ['SELECT NEXTVAL(s) FROM orders', 'function'],
      ["SELECT LOAD_FILE('/etc/passwd') FROM orders", 'function'],
    ];
    if (id.startsWith('mariadb') && id !== 'mariadb102') {
      await root.query('CREATE SEQUENCE s');
      await root.query('CREATE TABLE dated (a INT) WITH SYSTEM VERSIONING');
      refusals.push(['SELECT * FROM s', 'sequence'], ['SELECT NEXT VALUE FOR s FROM orders', 'sequence']);
      expect(await session((opened) => gated(opened, ['SELECT a FROM dated']))).toEqual([expect.any(Object)]);
    }
    const answers = await session((opened) =>
      gated(
        opened,
        refusals.map(([sql]) => sql),
      ),
    );
    expect(answers).toEqual(refusals.map(([, why]) => why));
  });

  test('no function of the closed list, and no word before a parenthesis, can be one that somebody stored, whatever its name', async () => {
    const opened = await openSession({ socket: server.socket, user: 'root' }, {});
    const words = [...new Set([...pureFunctions(opened.identity), ...wordsBeforeParenthesis])];
    const before = await state();
    // Not by the session that sends them otherwise, whose default schema has no functions at all.
    const bare = connectClient(server.socket);
    await bare.query('CREATE DATABASE named');
    await bare.query('USE named');
    for (const word of words)
      await bare.query(
        `CREATE FUNCTION \`${word}\`(a INT) RETURNS INT NO SQL BEGIN SET GLOBAL max_connect_errors = @@GLOBAL.max_connect_errors + 1; RETURN 1; END`,
      );
    const calls = (word: string) => [
      `SELECT ${word}(1) FROM orders`,
      `SELECT id ${word} (1) FROM orders`,
      `SELECT id FROM orders WHERE id > ${word} (id)`,
      `SELECT id FROM orders WHERE (id) ${word} (1)`,
    ];
    const unknown: string[] = [];
    let sent = 0;
    for (const [index, answer] of (await gated(opened, words.flatMap(calls))).entries()) {
      if (typeof answer === 'string') continue;
      sent += 1;
      const word = words[Math.floor(index / calls('').length)] ?? '';
      const failure = await bare.query(gatedText(answer)).then(
        () => '',
        (error: unknown) => String(error),
      );
      // There is no such function, or it would be looked for in the default schema.
      if (/1305|1630|does not exist/.test(failure)) unknown.push(`${word}: ${failure}`);
    }
    await bare.query('DROP DATABASE named');
    bare.end();
    await opened.close();
    expect(unknown).toEqual([]);
    expect(sent).toBeGreaterThan(300);
    expect(await state()).toEqual(before);
  });

  test('latchkey snapshot as root leaves the server as it was, whatever statements it kept', async () => {
    const app = connectClient(server.socket);
    // What the other tests sent would crowd these out of the statements that are chosen.
    await app.query('TRUNCATE performance_schema.events_statements_summary_by_digest').catch(() => undefined);
    await app.query('USE shop');
    for (const sql of [...traps(id), ...fair]) await app.query(sql).catch(() => undefined);
    app.end();
    const before = await state();
    const file = join(folder, 'today.lks');
    const { code, err } = await latchkey(
      ['snapshot', '--socket', server.socket, '--user', 'root', '--for', '1s', '--force', '-o', file],
      { environment: { LATCHKEY_HOME: folder } },
    );
    expect(code, err).toBe(0);
    expect(await state()).toEqual(before);
    const reported: string[] = [];
    const report = ({ explains = [] }: Progress) => void reported.push(...explains);
    const snapshot = await session((opened) => takeSnapshot(opened, { windowSeconds: 1 }, { report }));
    expect(await state()).toEqual(before);
    const plans = sectionRows(snapshotSchema.parse(snapshot), 'explains');
    if (id === 'mysql97') {
      expect(plans.filter((row) => row.not_explained === null).length).toBeGreaterThan(0);
      expect(plans.map((row) => String(row.not_explained)).join()).toContain('on views');
      // Each was reported before, without its literals.
      expect(err).toMatch(/^These \d+ statements will be explained .*--no-explain/m);
      expect(reported.length).toBe(new Set(plans.map((row) => row.digest)).size);
      expect(reported.join()).not.toContain('Ada');
    }
  });

  if (id === 'mysql97')
    test('with --no-explain, or latchkey explain off, no statement is explained', async () => {
      const environment = { LATCHKEY_HOME: folder };
      const sent = async (...more: string[]) => {
        const file = join(folder, 'quiet.lks');
        const to = ['--socket', server.socket, '--user', 'root', '--for', '0', '--force', '-o', file];
        const { code, err } = await latchkey(['snapshot', ...to, ...more], { environment });
        expect(code, err).toBe(0);
        const snapshot = await readSnapshot(file);
        return {
          explained: snapshot.statements.filter(({ sql }) => sql.startsWith('EXPLAIN')).length > 0,
          reason: snapshot.sections.explains?.reason?.text,
          reported: err.includes('will be explained'),
        };
      };
      const quiet = {
        explained: false,
        reason: 'Explaining statements is disabled.',
        reported: false,
      };
      expect(await sent()).toMatchObject({ explained: true, reported: true });
      expect(await sent('--no-explain')).toEqual(quiet);
      expect((await latchkey(['explain', 'off'], { environment })).out).toBe(
        'No snapshot explains a statement.\n',
      );
      expect(await sent()).toEqual(quiet);
      expect((await latchkey(['explain', 'on'], { environment })).code).toBe(0);
      expect(await sent()).toMatchObject({ explained: true, reported: true });
    });

  if (id !== 'mysql56' && id !== 'mysql57')
    test('the roles of the account are given up while foreign statements are sent, as far as it can read without them', async () => {
      for (const sql of [
        'CREATE ROLE may_all',
        "CREATE USER keeper@'%' IDENTIFIED BY 'Kn0wn-only-to-us'",
        "CREATE USER borrower@'%' IDENTIFIED BY 'Kn0wn-only-to-us'",
        'GRANT SELECT, EXECUTE ON shop.* TO may_all',
        "GRANT SELECT ON shop.* TO keeper@'%'",
        ...['keeper', 'borrower'].flatMap((user) => [
          `GRANT may_all TO ${user}@'%'`,
          id === 'mysql97' || id === 'mysql80'
            ? `SET DEFAULT ROLE may_all TO ${user}@'%'`
            : `SET DEFAULT ROLE may_all FOR ${user}@'%'`,
        ]),
      ])
        await root.query(sql);
      for (const [user, held] of [
        ['keeper', 'NONE'],
        ['borrower', 'may_all'],
      ] as const) {
        const opened = await openSession(
          { host: '127.0.0.1', port: server.port, user },
          { password: 'Kn0wn-only-to-us' },
        );
        const roles = async () =>
          String((await opened.query('SELECT CURRENT_ROLE()')).rows[0]?.[0] ?? 'NONE');
        const before = await roles();
        expect(before).toContain('may_all');
        const [answer] = await gated(opened, ['SELECT id FROM orders']);
        if (answer === undefined || typeof answer === 'string') throw new Error(answer);
        expect((await opened.queryForeign(answer)).rows).toHaveLength(4);
        expect(await roles()).toContain(held);
        await opened.takeRolesBack();
        expect(await roles()).toBe(before);
        await opened.close();
      }
    });

  if (id === 'mysql97')
    test('a global variable that somebody changes while statements are explained is reported, with who did it', async () => {
      const other = connectClient(server.socket);
      let going = true;
      const changing = (async () => {
        for (let value = 200; going; value += 1) {
          await other.query(`SET GLOBAL max_connect_errors = ${value}`);
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      try {
        const snapshot = await session((opened) => takeSnapshot(opened));
        expect(snapshot.sections.explains?.reason?.text).toMatch(
          /changed by someone else .*max_connect_errors by root@/,
        );
      } finally {
        going = false;
        await changing;
        await other.query('SET GLOBAL max_connect_errors = 100');
        other.end();
      }
    });

  if (id === 'mysql56' || id === 'mariadb1011')
    test('a replay does not begin when somebody changes global variables while its statements are tried', async () => {
      const statements = await session((opened) => gated(opened, fair));
      const examples = statements.filter((one) => typeof one !== 'string');
      let interferes = true;
      const load = replayLoad({
        digests: [{ digest: 'd', schema: 'shop', executions: 1, examples }],
        ...{ threads: 1, rate: null, seed: 1, clock: systemClock, cpuSeconds: () => 0 },
        open: async () => {
          const opened = await openSession({ socket: server.socket, user: 'root' }, {});
          const send = opened.queryForeign.bind(opened);
          // While the first statement is tried: not before, and not after.
          opened.queryForeign = async (...statement) => {
            if (interferes)
              await root.query('SET GLOBAL max_connect_errors = @@GLOBAL.max_connect_errors + 1');
            return send(...statement);
          };
          return opened;
        },
      });
      const { signal } = new AbortController();
      await expect(load.start(signal, () => undefined)).rejects.toMatchObject({
        code: 'change-refused',
        message: expect.stringContaining('max_connect_errors'),
      });
      interferes = false;
      await load.start(signal, () => undefined);
      await load.stop();
    });

  test('latchkey probe --workload replay as root sends none of them again, from a log or from what the server kept', async () => {
    const log = join(folder, 'slow.log');
    const entries = traps(id).map(
      (sql) => `# User@Host: a[a] @ h []\n# Query_time: 0.1\nuse shop;\n${sql};\n`,
    );
    await writeFile(log, entries.join(''));
    const before = await state();
    for (const source of [['--slow-log', log], []]) {
      const { code, err } = await latchkey(
        [
          ...[
            'probe',
            'custom',
            '--json',
            '--arm',
            'small:sort_buffer_size=32K',
            '--max-time',
            '40s',
            '--settle',
            '300ms',
          ],
          ...['--workload', 'replay', '--socket', server.socket, '--user', 'root'],
          ...(source.length > 0 ? ['--yes', ...source] : []),
        ],
        { environment: { LATCHKEY_HOME: folder } },
      );
      expect(code, err).not.toBe(0);
      if (source.length > 0) expect(err).toMatch(/Nothing can be replayed.*on views/s);
      expect(await state()).toEqual(before);
    }
  });
});
