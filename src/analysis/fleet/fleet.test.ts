import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FleetEntry } from '../../shared/fleet';
import type { VersionTriple } from '../../shared/server';
import { fleetDiff, fleetOf, type ServerInput } from './index';
import { ignoredBy } from './not-compared';

interface Made {
  role?: string;
  version?: VersionTriple;
  flavour?: FleetEntry['server']['flavour'];
  settings?: Record<string, string>;
  entry?: Partial<FleetEntry>;
}

function server(
  name: string,
  { role, version = [8, 0, 31], flavour = 'mysql', settings = {}, entry }: Made,
): ServerInput {
  return {
    name,
    labels: role === undefined ? {} : { role },
    settings: new Map(Object.entries(settings)),
    history: [
      {
        path: `/f/${name}.lks`,
        entry: {
          id: name,
          createdAt: '2026-11-21T10:00:00.000Z',
          complete: true,
          windowSeconds: 30,
          target: name,
          server: { flavour, version, versionText: version.join('.'), hosting: 'self', serverKey: name },
          headline: { kind: 'healthy', text: '', ruleId: null },
          findings: [],
          notChecked: [],
          muted: [],
          changes: [],
          plugins: [],
          set: null,
          atRestart: null,
          replication: { serverId: '', uuid: '', host: '', port: '', sources: [] },
          ...entry,
        },
      },
    ],
  };
}

const fleet = (servers: ServerInput[], options: { ignore?: string[] } = {}) =>
  fleetOf({
    source: '/f',
    madeAt: '2026-11-21T12:00:00.000Z',
    servers,
    problems: [],
    baseline: null,
    ignore: [],
    ...options,
  });

test('within a role what most servers have is expected, and one that has it otherwise stands behind it', () => {
  const { drift } = fleet([
    server('a', { role: 'replica', settings: { max_connections: '500' } }),
    server('b', { role: 'replica', settings: { max_connections: '500' } }),
    server('c', { role: 'replica', settings: { max_connections: '600', server_id: '7', hostname: 'c' } }),
    server('d', { role: 'source', settings: { max_connections: '900', server_id: '8', hostname: 'd' } }),
  ]);
  expect(drift.groups.map(({ role }) => role)).toEqual(['replica', 'source']);
  expect(drift.groups[0]?.settings).toEqual([
    expect.objectContaining({
      variable: 'max_connections',
      expected: '500',
      values: [
        expect.objectContaining({ servers: ['a', 'b'] }),
        expect.objectContaining({ servers: ['c'], shown: 600 }),
      ],
    }),
  ]);
  expect(drift.groups[1]?.settings).toEqual([]);
});

test('the default of each version is no drift, nor is a value that nobody set by what the server says', () => {
  const { drift } = fleet([
    server('a', {
      version: [5, 7, 22],
      settings: { innodb_flush_neighbors: '1', back_log: '80' },
      entry: { set: [] },
    }),
    server('b', {
      version: [8, 0, 31],
      settings: { innodb_flush_neighbors: '0', back_log: '151' },
      entry: { set: [] },
    }),
  ]);
  expect(drift.groups[0]?.settings).toEqual([]);
  expect(drift.groups[0]?.versions).toHaveLength(2);
});

test('MariaDB and MySQL are compared each among themselves', () => {
  const { drift } = fleet([
    server('a', { settings: { max_connections: '500' } }),
    server('b', { flavour: 'mariadb', version: [11, 4, 5], settings: { max_connections: '600' } }),
  ]);
  expect(drift.groups[0]?.settings).toEqual([]);
});

const source = { channel: '', host: 'other-name', port: '3306', uuid: 'u-a', serverId: '1' };

test('a replica is found with its source by server_uuid, else by server_id and port; what replicas have otherwise is no drift', () => {
  const identity = { serverId: '1', uuid: 'u-a', host: 'a', port: '3306', sources: [] };
  const { drift } = fleet([
    server('a', { settings: { sync_binlog: '1', read_only: 'OFF' }, entry: { replication: identity } }),
    server('b', {
      settings: { sync_binlog: '0', read_only: 'ON' },
      entry: { replication: { serverId: '2', uuid: 'u-b', host: 'b', port: '3306', sources: [source] } },
    }),
    server('c', {
      settings: { sync_binlog: '1' },
      entry: {
        replication: { serverId: '3', uuid: '', host: 'c', port: '3306', sources: [{ ...source, uuid: '' }] },
      },
    }),
    server('d', {
      entry: {
        replication: {
          serverId: '4',
          uuid: '',
          host: 'd',
          port: '3306',
          sources: [{ ...source, uuid: 'gone', serverId: '9' }],
        },
      },
    }),
  ]);
  expect(
    drift.pairs.map(({ replica, source: from, settings }) => [
      replica,
      from,
      settings.map(({ variable }) => variable),
    ]),
  ).toEqual([
    ['b', 'a', ['sync_binlog']],
    ['c', 'a', []],
  ]);
  expect(drift.outside).toEqual([{ replica: 'd', source: 'other-name:3306' }]);
});

test('servers get one plan where values, series and hosting are the same', () => {
  const change = { variable: 'sync_binlog', from: '0', to: '1', when: 'now' as const, why: ['x'] };
  const with1 = { entry: { changes: [change] } };
  const { groups } = fleet([
    server('a', with1),
    server('b', { entry: { changes: [{ ...change, from: '100', why: ['y'] }] } }),
    server('c', { ...with1, version: [9, 7, 0] }),
    server('d', { entry: { changes: [{ ...change, to: '2' }] } }),
    server('e', {}),
  ]);
  expect(groups.map(({ servers, kind }) => [servers, kind])).toEqual([
    [['a', 'b'], 'MySQL 8.0, self-managed'],
    [['c'], 'MySQL 9.7, self-managed'],
    [['d'], 'MySQL 8.0, self-managed'],
  ]);
  expect(groups[0]?.changes[0]).toMatchObject({ from: ['0', '100'], why: ['x', 'y'] });
});

test('names of variables that every object has are names like any other', () => {
  const { drift } = fleet([
    server('a', { settings: { constructor: '1', __proto__: '2' } }),
    server('b', { settings: { max_connections: '1' } }),
  ]);
  expect(drift.groups[0]?.settings).toEqual([]);
});

test.each([
  ['innodb_io_*', 'innodb_io_capacity', true],
  ['innodb-io-*', 'innodb_io_capacity', true],
  ['*_size', 'sort_buffer_size', true],
  ['*buffer*', 'sort_buffer_size', true],
  ['sort', 'sort_buffer_size', false],
  ['a*a', 'a', false],
  ['*', 'anything', true],
])('the pattern %s on %s: %s', (pattern, name, expected) => {
  expect(ignoredBy([pattern])(name)).toBe(expected);
});

test('a pattern means what a regular expression of it means', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '_', '*'), maxLength: 6 });
  fc.assert(
    fc.property(pattern, word, (text, name) => {
      expect(ignoredBy([text])(name)).toBe(new RegExp(`^${text.replaceAll('*', '.*')}$`).test(name));
    }),
  );
});

test('versions that as many servers have stand in their order, 8.0.9 before 8.0.10', () => {
  const { drift } = fleet([server('a', { version: [8, 0, 10] }), server('b', { version: [8, 0, 9] })]);
  expect(drift.groups[0]?.versions.map(({ version }) => version)).toEqual(['MySQL 8.0.9', 'MySQL 8.0.10']);
});

test('of two servers drift says what differs, though neither value is the expected one', () => {
  const { drift } = fleet([
    server('db1', { settings: { max_connections: '200' } }),
    server('db2', { settings: { max_connections: '500' } }),
  ]);
  expect(drift.groups[0]?.settings).toMatchObject([
    { variable: 'max_connections', expected: null, values: [{ servers: ['db1'] }, { servers: ['db2'] }] },
  ]);
});

test('what a planned change did is said with its interval, where the history saw it between the rounds', () => {
  const text =
    'Since innodb_flush_log_at_trx_commit went from 1 to 2 on Sat 21 Nov 11:00 UTC: commits/s +12 % (8 to 15 %).';
  const change = {
    variable: 'innodb_flush_log_at_trx_commit',
    from: '1',
    to: '2',
    when: 'now',
    why: [],
  } as const;
  const round = (createdAt: string, value: string, entry: Partial<FleetEntry>) => {
    const { history, settings } = server('db1', {
      settings: { innodb_flush_log_at_trx_commit: value },
      entry: { createdAt, ...entry },
    });
    const found = history[0]?.entry;
    if (found === undefined || settings === null) throw new Error('no entry');
    return { entry: found, settings };
  };
  const variables = ['innodb_flush_log_at_trx_commit'];
  const { servers } = fleetDiff(
    '/f',
    [
      {
        server: 'db1',
        before: round('2026-11-21T10:00:00.000Z', '1', { changes: [{ ...change, why: [] }] }),
        after: round('2026-11-22T10:00:00.000Z', '2', {
          effects: [
            { at: '2026-11-20T11:00:00.000Z', variables, text: 'An earlier one.' },
            { at: '2026-11-21T11:00:00.000Z', variables, text },
          ],
        }),
      },
    ],
    [],
  );
  expect(servers[0]?.effects).toEqual([{ at: '2026-11-21T11:00:00.000Z', planned: true, text }]);
});
