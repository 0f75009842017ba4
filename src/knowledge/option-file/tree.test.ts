import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ServerKind, variableFacts } from '../catalog/variable-catalog';
import { defaultOptionFiles } from './default-files';
import {
  catalogNames,
  editTree,
  namesOfServer,
  namesOfVersion,
  type OptionNames,
  type OptionTree,
  parseOptionFile,
  parsePersisted,
  printOptionFile,
  serverRules,
  serverView,
} from './index';

const mysql56: ServerKind = { flavour: 'mysql', version: [5, 6, 51] };
const mysql80: ServerKind = { flavour: 'mysql', version: [8, 0, 31] };
const mariadb114: ServerKind = { flavour: 'mariadb', version: [11, 4, 5] };
const mysql84: ServerKind = { flavour: 'mysql', version: [8, 4, 8] };
const mariadb: ServerKind = { flavour: 'mariadb', version: [10, 11, 18] };

/** A tree from texts by path; the first is first hand, `!include NAME` means another of them. */
function treeOf(texts: Readonly<Record<string, string>>): OptionTree {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, parseOptionFile(text)]));
  const included = [...files.values()].flatMap(({ lines }) =>
    lines.flatMap((line) => (line.kind === 'include' ? [[line, [line.path]] as const] : [])),
  );
  return {
    roots: Object.keys(texts).slice(0, 1),
    files,
    included: new Map(included),
    problems: [],
    refused: false,
  };
}

const namesFor = (server: ServerKind): OptionNames => ({ ...catalogNames(), ...serverRules(server) });
const view = (tree: OptionTree, server: ServerKind, names = namesFor(server)) =>
  serverView(tree, { server, names, facts: (name) => variableFacts(name, server) });
const valuesOf = (tree: OptionTree, server: ServerKind) =>
  Object.fromEntries([...view(tree, server).settings].map(([name, { value }]) => [name, value]));

describe('what a server finally sees', () => {
  test('groups of other programs, versions and suffixes are kept apart', () => {
    const text = [
      'mysqld',
      'mysqld-8.4',
      'mysqld-8.0',
      'mysqld_safe',
      'client',
      'mariadb',
      'server',
      'mysqld_two',
    ]
      .map(
        (group, index) =>
          `[${group}]\nsort_buffer_size=${index + 1}M\nmax_connections=${(index + 1) * 100}\n`,
      )
      .join('');
    const tree = treeOf({ '/my.cnf': text });
    expect(valuesOf(tree, mysql84)).toEqual({ sort_buffer_size: 7 * 1024 ** 2, max_connections: 700 });
    expect(serverRules(mysql84).groups).not.toContain('mariadb');
    expect(serverRules(mariadb, '_Two').groups).toContain('mariadb-10.11_two');
    expect(serverRules({ flavour: 'mariadb', version: [10, 3, 39] }).groups).not.toContain('mariadbd');
  });

  test('the last one wins across files, and the places that lost are known', () => {
    const tree = treeOf({
      '/my.cnf': '[mysqld]\nmax_connections=1\n!include /a.cnf\nmax-connections=300\n',
      '/a.cnf': '[mysqld]\nmax_connections=200\n[client]\n',
    });
    const setting = view(tree, mysql84).settings.get('max_connections');
    expect(setting).toMatchObject({ value: 300, place: { path: '/my.cnf', index: 3 } });
    expect(setting?.overridden.map(({ path, index }) => `${path}:${index}`)).toEqual([
      '/my.cnf:1',
      '/a.cnf:1',
    ]);
  });

  test('a value beyond the bounds is shown as the server makes it, with its line', () => {
    const { problems, refused } = view(treeOf({ '/my.cnf': '[mysqld]\n\nsort_buffer_size = 1K\n' }), mysql84);
    expect(refused).toBe(false);
    expect(problems.map(({ message }) => message)).toEqual([
      '/my.cnf, line 3 asks for sort_buffer_size = 1K; the server makes it 32768.',
    ]);
  });

  test('suffixes T, P and E end the start of servers that do not know them', () => {
    const tree = treeOf({ '/my.cnf': '[mysqld]\nmax_heap_table_size=1T\n' });
    expect(valuesOf(tree, mysql84)).toEqual({ max_heap_table_size: 2 ** 40 });
    expect(valuesOf(tree, mariadb)).toEqual({ max_heap_table_size: 2 ** 40 });
    const old = view(tree, mysql56);
    expect(old.refused).toBe(true);
    expect(old.problems[0]?.message).toBe(
      '/my.cnf, line 2 (max_heap_table_size) has "1T": "T" is no size suffix here (K, M, G).',
    );
  });

  test('with all names of a server: beginnings, unknown names, loose ones', () => {
    const all = ['sort_buffer_size', 'sort_key_size', 'max_connections', 'flush', 'flush_time'];
    const read = (line: string, server: ServerKind) =>
      view(treeOf({ '/my.cnf': `[mysqld]\n${line}\n` }), server, namesOfServer(all, serverRules(server)));
    expect(read('sort_b=1M', mariadb).settings.get('sort_buffer_size')?.value).toBe(1024 ** 2);
    expect(read('sort_b=1M', mysql56).settings.get('sort_buffer_size')?.value).toBe(1024 ** 2);
    expect(read('sort_b=1M', mysql84)).toMatchObject({ refused: true });
    expect(read('sort_=1M', mariadb).problems[0]?.message).toContain(
      'the beginning of sort_buffer_size, sort_key_size',
    );
    expect(read('FLUSH', mariadb).settings.get('flush')?.value).toBe(true);
    expect(read('FLUSH', mysql84).refused).toBe(true);
    expect(read('loose-nothing=1', mysql84)).toMatchObject({
      refused: false,
      problems: [{ severity: 'note' }],
    });
    expect(read('skip-loose-flush', mysql84).settings.get('flush')?.value).toBe(true);
    expect(read('loose-skip-flush', mysql84).settings.get('flush')?.value).toBe(false);
  });

  test.each<[string, ServerKind, { refused: boolean; says: string | null }]>([
    [
      'query_cache_size=0',
      mysql80,
      { refused: true, says: '"query_cache_size", which MySQL 8.0.31 does not have' },
    ],
    ['loose_query_cache_size=0', mysql80, { refused: false, says: 'does not have and passes over' }],
    ['skip-query-cache-size', mysql80, { refused: true, says: 'does not have: it does not start' }],
    ['Sort_Buffer_Size=1M', mysql80, { refused: true, says: 'knows in lower case only' }],
    ['SORT_BUFFER_SIZE=1M', mariadb114, { refused: true, says: 'knows in lower case only' }],
    ['SORT_BUFFER_SIZE=1M', { flavour: 'mariadb', version: [11, 8, 9] }, { refused: false, says: null }],
    [
      'time-zone=+00:00',
      mysql80,
      { refused: true, says: 'not as an option (the option is default_time_zone)' },
    ],
    [
      'hostname=db1',
      mysql80,
      { refused: true, says: 'as a variable and not as an option: it does not start' },
    ],
    ['innodb_buffer_pool_instances=8', mariadb114, { refused: false, says: 'takes and does nothing with' }],
    ['sort_bufer_size=1M', mysql80, { refused: false, says: 'unless a plugin brings it' }],
    ['loose_sort_bufer_size=1M', mysql80, { refused: false, says: null }],
    ['mysqlx_port=33061', mysql80, { refused: false, says: null }],
    [
      'sql_mode=STRICT_TRANS_TABLES,NO_AUTO_CREATE_USER',
      mysql80,
      { refused: true, says: '"NO_AUTO_CREATE_USER" is none' },
    ],
    ['sql_mode=STRICT_TRANS_TABLES,NO_AUTO_CREATE_USER', mysql56, { refused: false, says: null }],
    ['sql_mode=ORACLE', mysql56, { refused: false, says: null }],
    ['sql_mode=ORACLE', mysql80, { refused: true, says: '"ORACLE" is none of its names' }],
    [
      'optimizer_switch=mrr=on,no_such=off',
      mariadb114,
      { refused: true, says: '"no_such=off" is no switch' },
    ],
    ['optimizer_switch=mrr=on', mariadb114, { refused: false, says: null }],
    ['log_output=FILE,DISK', mysql80, { refused: true, says: '"DISK" is none of its names' }],
    ['port=33', mysql80, { refused: false, says: null }],
  ])('%s: %o', (line, server, { refused, says }) => {
    const tree = treeOf({ '/my.cnf': `[mysqld]\n${line}\n` });
    const seen = view(tree, server, namesOfVersion(server));
    expect(seen.refused).toBe(refused);
    if (says === null) expect(seen.problems).toEqual([]);
    else expect(seen.problems.map(({ message }) => message).join()).toContain(says);
  });

  test('persisted variables win, in both versions of their file', () => {
    const variable = { Value: '2000', Metadata: { Timestamp: 1 } };
    const first = {
      Version: 1,
      mysql_server: { max_connections: variable, mysql_server_static_options: { back_log: variable } },
    };
    const second = {
      Version: 2,
      mysql_dynamic_variables: { MAX_CONNECTIONS: variable },
      mysql_static_variables: { back_log: variable },
    };
    for (const document of [first, second]) {
      const persisted = parsePersisted(JSON.stringify(document), '/data/mysqld-auto.cnf');
      expect(persisted).toEqual([
        { name: 'max_connections', value: '2000' },
        { name: 'back_log', value: '2000' },
      ]);
      const tree = treeOf({ '/my.cnf': '[mysqld]\nmax_connections=100\n' });
      const input = {
        server: mysql84,
        names: catalogNames(),
        facts: (name: string) => variableFacts(name, mysql84),
      };
      expect(serverView(tree, { ...input, persisted }).settings.get('max_connections')).toMatchObject({
        value: 2000,
        place: null,
        overridden: [{ path: '/my.cnf', index: 1 }],
      });
      const off = treeOf({ '/my.cnf': '[mysqld]\nmax_connections=100\npersisted_globals_load=OFF\n' });
      const names = {
        ...catalogNames(),
        names: new Set([...catalogNames().names, 'persisted_globals_load']),
      };
      const seen = serverView(off, { ...input, names, persisted }).settings;
      if (variableFacts('persisted_globals_load', mysql84) !== undefined) {
        expect(seen.get('max_connections')?.value).toBe(100);
      }
    }
    expect(() => parsePersisted('{', '/data/mysqld-auto.cnf')).toThrow(
      '/data/mysqld-auto.cnf does not hold JSON',
    );
  });
});

describe('editing a tree', () => {
  const names = namesFor(mysql84);
  const lineOf = (...includes: string[]) =>
    fc.oneof(
      fc.constantFrom('[mysqld]', '[client]', '[server]', '# note', '', ...includes),
      fc.constantFrom(
        'flush=1',
        'loose-flush_time = 5 # c',
        'skip-flush',
        'max-connections=7',
        'sort_buffer_size=1M',
      ),
    );
  const textOf = (...includes: string[]) =>
    fc.array(lineOf(...includes), { maxLength: 8 }).map((lines) => `[mysqld]\n${lines.join('\n')}\n`);
  const trees = fc
    .tuple(textOf('!include /a.cnf', '!include /b.cnf'), textOf('!include /b.cnf'), textOf())
    .map(([main, a, b]) => treeOf({ '/my.cnf': main, '/a.cnf': a, '/b.cnf': b }));
  const name = fc.constantFrom('flush_time', 'max_connections', 'sort_buffer_size', 'back_log');

  test('the server sees the requested value, and of everything else what it saw before; at most one file changes', () => {
    fc.assert(
      fc.property(trees, name, fc.integer({ min: 100, max: 999 }), (tree, variable, number) => {
        const requested = String(number);
        const edit = {
          group: 'mysqld',
          name: variable,
          value: requested,
          readGroups: serverRules(mysql84).groups,
          names,
        };
        const after = editTree(tree, { ...edit, includesFollowed: true });
        const seen = (some: OptionTree) =>
          Object.fromEntries([...view(some, mysql84).settings].map(([each, { text: raw }]) => [each, raw]));
        expect(seen(after)).toEqual({ ...seen(tree), [variable]: requested });
        const changed = [...after.files].filter(([path, file]) => tree.files.get(path) !== file);
        expect(changed.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('taking out leaves everything else, and every line of it is still there', () => {
    fc.assert(
      fc.property(trees, name, (tree, variable) => {
        const edit = {
          group: 'mysqld',
          name: variable,
          value: null,
          readGroups: serverRules(mysql84).groups,
          names,
        };
        const after = editTree(tree, edit);
        expect(view(after, mysql84).settings.has(variable)).toBe(false);
        for (const [path, file] of after.files) {
          const old = tree.files.get(path);
          const restored = printOptionFile(file).replaceAll(/^# (?!note)/gm, '');
          expect(restored).toBe(old === undefined ? undefined : printOptionFile(old));
        }
      }),
    );
  });
});

describe('default option files', () => {
  const place = {
    flavour: 'mysql',
    windows: false,
    home: '/home/mysql',
    sysconfdir: '/etc/mysql',
    serverHome: '/srv/db/',
    defaultsFile: null,
    extraFile: '/x.cnf',
  } as const;

  test('in the order of the server; a folder that comes twice counts where it comes last', () => {
    expect(defaultOptionFiles(place).map(({ path }) => path)).toEqual([
      '/etc/my.cnf',
      '/etc/mysql/my.cnf',
      '/srv/db/my.cnf',
      '/x.cnf',
      '/home/mysql/.my.cnf',
    ]);
    expect(
      defaultOptionFiles({ ...place, serverHome: '/etc' })
        .map(({ path }) => path)
        .slice(0, 2),
    ).toEqual(['/etc/mysql/my.cnf', '/etc/my.cnf']);
  });

  test('--defaults-file alone, and it must be there', () => {
    expect(defaultOptionFiles({ ...place, defaultsFile: '/only.cnf' })).toEqual([
      { path: '/only.cnf', required: true },
    ]);
  });

  test('on Windows .ini before .cnf', () => {
    const files = defaultOptionFiles({
      ...place,
      windows: true,
      serverHome: null,
      windowsFolder: 'C:\\Windows\\',
    });
    expect(files.map(({ path }) => path)).toEqual([
      ...['C:\\Windows\\my.ini', 'C:\\Windows\\my.cnf', 'C:\\my.ini', 'C:\\my.cnf', '/x.cnf'],
    ]);
  });
});
