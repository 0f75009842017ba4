import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RunningServer, ServerId } from '../../../scripts/servers/index.ts';
import type { Attack } from '../attack.ts';
import { held } from '../attack.ts';
import { inert, observed, sound } from '../judge.ts';
import type { Client, Stage } from '../stage.ts';

const room = 'An account of the server';
const seconds = 60;

/** A schema of an account that may write in it only, with a table that is scanned. */
async function createAttackSchema(root: Client): Promise<void> {
  await root.query('SET GLOBAL log_bin_trust_function_creators = 1').catch(() => undefined);
  await root.query('CREATE SCHEMA app');
  await root.query('CREATE TABLE app.t (a INT, b VARCHAR(50))');
  await root.query(
    `INSERT INTO app.t VALUES ${Array.from({ length: 3000 }, (_, index) => `(${index}, 'x')`).join(',')}`,
  );
  await root.query("CREATE USER dev@localhost IDENTIFIED BY 'Dev-pass-1'").catch(() => undefined);
  await root.query('GRANT ALL PRIVILEGES ON app.* TO dev@localhost');
}

/** What `dev` lays out: each function shows by another variable that it ran with more rights than dev has. */
const traps: Record<string, string[]> = {
  'a view over a function': [
    'CREATE VIEW app.v1 AS SELECT a, app.f() AS x FROM app.t',
    'SELECT * FROM app.v1 WHERE a > 5',
  ],
  'a materialised view': [
    'CREATE ALGORITHM=TEMPTABLE SQL SECURITY INVOKER VIEW app.v2 AS SELECT app.f() AS x FROM app.t LIMIT 1',
    'SELECT v2.x, t.a FROM app.v2, app.t',
  ],
  'a view over a view': [
    'CREATE SQL SECURITY INVOKER VIEW app.v3 AS SELECT DISTINCT x FROM app.v2',
    'SELECT v3.x, t.a FROM app.v3, app.t',
  ],
  'a view in a constant subquery': [
    'CREATE SQL SECURITY INVOKER VIEW app.v4 AS SELECT app.f() AS x LIMIT 1',
    'SELECT a FROM app.t WHERE a > (SELECT x FROM app.v4)',
    'SELECT t.a FROM app.t, (SELECT x FROM app.v4) d',
  ],
  'a function in a derived table': ['SELECT d.x, t.a FROM (SELECT app.f() AS x) d, app.t'],
  'a function in a subquery': ['SELECT a, (SELECT app.f()) FROM app.t WHERE b = (SELECT app.f() LIMIT 1)'],
  'a function named like a built-in': [
    'CREATE FUNCTION app.md5() RETURNS INT DETERMINISTIC NO SQL SQL SECURITY INVOKER BEGIN IF CURRENT_USER() LIKE "root%" THEN SET GLOBAL max_connect_errors = 4711; END IF; RETURN 1; END',
    'SELECT d.x, t.a FROM (SELECT app . md5 () AS x) d, app.t',
    'SELECT d.x, t.a FROM (SELECT `app`.`md5`() AS x) d, app.t',
  ],
  'a view named like a table of the system': [
    'CREATE SQL SECURITY INVOKER VIEW app.user AS SELECT DISTINCT app.f() AS x FROM app.t',
    'SELECT u.x, t.a FROM app.user u, app.t',
  ],
  'a table expression': ['WITH c AS (SELECT app.f() AS x) SELECT c.x, t.a FROM c, app.t'],
};

const invokerFunction =
  'CREATE FUNCTION app.f() RETURNS INT DETERMINISTIC NO SQL SQL SECURITY INVOKER BEGIN IF CURRENT_USER() LIKE "root%" THEN SET GLOBAL max_connect_errors = 4711; END IF; RETURN 1; END';

/** Lays the traps, and runs the statements as their owner until they are what scans most. */
async function lay(root: Client, dev: Client): Promise<string[]> {
  await dev.query('USE app');
  await dev.query(invokerFunction);
  const selects: string[] = [];
  for (const statements of Object.values(traps)) {
    for (const sql of statements) {
      if (/^CREATE/.test(sql)) await dev.query(sql);
      else selects.push(sql);
    }
  }
  for (let turn = 0; turn < 6; turn += 1) {
    // What a version does not know is no trap there.
    for (const sql of selects) await dev.query(sql).catch(() => undefined);
  }
  held((await errorLimit(root)) !== '4711', 'the trap went off by itself');
  return selects;
}

async function errorLimit(root: Client): Promise<string> {
  return (await root.query('SELECT @@GLOBAL.max_connect_errors'))[0]?.[0] ?? '';
}

async function trapped(
  stage: Stage,
  id: ServerId,
): Promise<{ server: RunningServer; root: Client; dev: Client; selects: string[] }> {
  const server = await stage.ownServer(id, { performance_schema: 'ON' });
  const root = stage.client(server);
  await createAttackSchema(root);
  const dev = stage.client(server, 'dev', 'Dev-pass-1');
  return { server, root, dev, selects: await lay(root, dev) };
}

async function untouched(root: Client, by: string): Promise<void> {
  const now = await errorLimit(root);
  held(now !== '4711', `${by} ran the function with the rights of root: max_connect_errors is ${now}`);
}

async function explained(stage: Stage, id: ServerId): Promise<string> {
  const { server, root } = await trapped(stage, id);
  const run = await stage.latchkey(
    ['snapshot', '-S', server.socket, '-u', 'root', '--for', '1s', '-o', join(stage.folder, 'x.lks')],
    {
      limitSeconds: 120,
    },
  );
  sound(run, stage, seconds);
  await untouched(root, 'latchkey snapshot');
  held(run.code === 0, observed(run));
  return `${Object.keys(traps).length} traps, none went off`;
}

async function replayed(stage: Stage, id: ServerId): Promise<string> {
  const { server, root, selects } = await trapped(stage, id);
  const log = join(stage.folder, 'slow.log');
  const harmless = 'SELECT COUNT(*) FROM t WHERE a > 10';
  writeFileSync(
    log,
    [...selects, harmless, harmless]
      .map((sql) => `# User@Host: a[a] @ h []\n# Query_time: 0.1\nuse app;\n${sql};\n`)
      .join(''),
  );
  const seen: string[] = [];
  for (const more of [['--slow-log', log], []]) {
    const args = [
      'probe',
      'custom',
      '--arm',
      'small:sort_buffer_size=64K',
      '--max-time',
      '40s',
      '--settle',
      '300ms',
      '--workload',
      'replay',
      '--threads',
      '1',
    ];
    const run = await stage.latchkey([...args, '-S', server.socket, '-u', 'root', '--yes', ...more], {
      limitSeconds: 120,
    });
    await untouched(root, 'latchkey probe --workload replay');
    seen.push(observed(run));
  }
  return `${selects.length} statements, none went off; ${seen[0]}`;
}

/** Names that end what they are quoted in, whichever way it is. */
const awkwardNames = [
  'a`b',
  "a'b",
  'a"b',
  'a\\',
  "a'; DROP SCHEMA shop; -- x",
  'a`; DROP SCHEMA shop; -- x',
  'a\u001b]52;c;eA==\u0007',
  'a\nb',
  '$(touch pwned)',
  'a*/b/*',
];

export const accountAttacks: Attack[] = [
  {
    id: 'code-in-explain',
    room,
    attack: `an account with rights on its own schema leaves ${Object.keys(traps).join(', ')}; root takes a snapshot of MySQL 9.7`,
    expected:
      'A snapshot runs no function and opens no view of a user, whatever statements the server has kept.',
    quick: true,
    run: (stage) => explained(stage, 'mysql97'),
  },
  {
    id: 'code-in-explain-mariadb',
    room,
    attack: 'the same on MariaDB 11.8',
    expected: 'A snapshot of a MariaDB server runs no function and opens no view of a user either.',
    quick: false,
    run: (stage) => explained(stage, 'mariadb118'),
  },
  {
    id: 'code-in-replay',
    room,
    attack:
      'the same statements in a slow log and in what the server kept, replayed by a probe of root on MySQL 9.7',
    expected: 'A replay sends no statement that names a view or a function of a user.',
    quick: false,
    run: (stage) => replayed(stage, 'mysql97'),
  },
  {
    id: 'code-in-replay-mariadb',
    room,
    attack: 'the same on MariaDB 11.8',
    expected: 'A replay on a MariaDB server sends no such statement either.',
    quick: false,
    run: (stage) => replayed(stage, 'mariadb118'),
  },
  {
    id: 'swapped-for-a-view',
    room,
    attack:
      'swaps a table for a view over a function, and back, as fast as it can while root takes snapshots',
    expected: 'A table that becomes a view between check and use runs nothing.',
    quick: false,
    run: async (stage) => {
      const server = await stage.ownServer('mysql97');
      const root = stage.client(server);
      await createAttackSchema(root);
      const dev = stage.client(server, 'dev', 'Dev-pass-1');
      await dev.query('USE app');
      await dev.query(invokerFunction);
      await dev.query('CREATE TABLE app.base AS SELECT * FROM app.t');
      for (let turn = 0; turn < 10; turn += 1)
        await dev.query('SELECT s.a, t.a FROM app.base s, (SELECT DISTINCT a FROM app.base) t LIMIT 10');
      let swapping = true;
      const swaps = (async () => {
        let count = 0;
        for (; swapping; count += 1) {
          await dev.query('RENAME TABLE app.base TO app.kept');
          await dev.query(
            'CREATE ALGORITHM=TEMPTABLE SQL SECURITY INVOKER VIEW app.base AS SELECT a, app.f() AS b FROM app.kept',
          );
          await dev.query('DROP VIEW app.base');
          await dev.query('RENAME TABLE app.kept TO app.base');
        }
        return count;
      })();
      for (let turn = 0; turn < 8; turn += 1) {
        const run = await stage.latchkey([
          'snapshot',
          '-S',
          server.socket,
          '-u',
          'root',
          '--for',
          '0',
          '-o',
          join(stage.folder, 'x.lks'),
          '--force',
        ]);
        sound(run, stage, seconds);
      }
      swapping = false;
      const count = await swaps;
      await untouched(root, 'latchkey snapshot');
      return `8 snapshots, ${count} swaps, none went off`;
    },
  },
  {
    id: 'awkward-names',
    room,
    attack: `names schemas, tables and columns ${awkwardNames.map((name) => JSON.stringify(name)).join(', ')}, with ANSI_QUOTES and NO_BACKSLASH_ESCAPES on`,
    expected: 'Names of objects are never SQL, whatever the SQL mode of the server.',
    quick: true,
    run: async (stage) => {
      const server = await stage.ownServer('mysql97', { sql_mode: 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES' });
      const root = stage.client(server);
      await root.query('CREATE SCHEMA shop');
      await root.query('SET SESSION sql_mode = DEFAULT');
      const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``;
      for (const name of awkwardNames) {
        await root.query(`CREATE SCHEMA ${quoted(name)}`);
        await root.query(
          `CREATE TABLE ${quoted(name)}.${quoted(name)} (${quoted(name)} INT, b INT, KEY ${quoted(name)} (b), KEY k2 (b))`,
        );
        await root.query(`INSERT INTO ${quoted(name)}.${quoted(name)} VALUES (1, 2), (3, 4)`);
        for (let turn = 0; turn < 3; turn += 1)
          await root.query(`SELECT * FROM ${quoted(name)}.${quoted(name)} WHERE ${quoted(name)} = 1`);
      }
      const file = join(stage.folder, 'x.lks');
      const run = await stage.latchkey(
        ['snapshot', '-S', server.socket, '-u', 'root', '--for', '1s', '-o', file],
        { terminal: true },
      );
      inert(run.out, 'the terminal');
      const schemas = (await root.query('SHOW SCHEMAS')).map(([name]) => name);
      held(schemas.includes('shop'), 'a schema was dropped');
      held(existsSync(file), `no snapshot: ${run.out.slice(-300)}`);
      const failed =
        gunzipSync(readFileSync(file))
          .toString('utf8')
          .match(/You have an error in your SQL syntax/g) ?? [];
      held(failed.length === 0, `${failed.length} statements with an error of syntax`);
      for (const args of [
        ['analyze', file],
        ['plan', file],
        ['report', file, '--format', 'markdown'],
      ]) {
        const printed = await stage.latchkey(args, { terminal: true });
        inert(printed.out, `the terminal of ${args[0]}`);
      }
      return `${awkwardNames.length} names, no error of syntax`;
    },
  },
  {
    id: 'child-environment',
    room: 'A person on the network',
    attack: 'reads the environment of the processes that Latchkey starts (sysbench, perf)',
    expected: 'No program that Latchkey starts inherits a password.',
    quick: true,
    run: async (stage) => {
      const server = await stage.ownServer('mysql97');
      const root = stage.client(server);
      await root.query("CREATE USER boss@localhost IDENTIFIED BY 'Canary-password-4711'");
      await root.query('GRANT ALL PRIVILEGES ON *.* TO boss@localhost');
      const folder = join(stage.folder, 'bin');
      mkdirSync(folder);
      const seen = join(stage.folder, 'environment.txt');
      for (const name of ['sysbench', 'perf', 'sh', 'id', 'uname', 'lsblk', 'ps']) {
        if (name === 'sh') continue;
        writeFileSync(
          join(folder, name),
          `#!/bin/sh\necho "== ${name} $@" >> ${seen}\nenv >> ${seen}\ntr '\\0' '\\n' < /proc/$PPID/cmdline >> ${seen}\nexit 1\n`,
        );
        chmodSync(join(folder, name), 0o755);
      }
      const environment = {
        PATH: `${folder}:${process.env.PATH}`,
        LATCHKEY_PASSWORD: 'Canary-password-4711',
        MYSQL_PWD: 'Canary-password-4711',
        LATCHKEY_SSH_PASSWORD: 'Canary-password-4711',
      };
      const connection = ['-S', server.socket, '-u', 'boss', '--yes'];
      const runs = [
        await stage.latchkey(
          [
            'probe',
            'custom',
            '--arm',
            'small:sort_buffer_size=64K',
            '--max-time',
            '40s',
            '--settle',
            '300ms',
            '--workload',
            'sysbench:point-select',
            ...connection,
          ],
          { environment },
        ),
        await stage.latchkey(
          ['snapshot', '--perf', '1s', '--for', '1s', '-o', join(stage.folder, 'p.lks'), ...connection],
          { environment },
        ),
      ];
      const text = existsSync(seen) ? readFileSync(seen, 'utf8') : '';
      held(text.includes('== sysbench'), `sysbench was not started: ${runs.map(observed).join('; ')}`);
      held(
        !text.includes('Canary-password-4711'),
        `it has the password: ${/.*Canary-password.*/.exec(text)?.[0]}`,
      );
      return `${text.match(/^== /gm)?.length} processes, none has it`;
    },
  },
];
