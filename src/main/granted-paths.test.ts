import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { PathIntent } from '../shared/base/path-argument';
import { type RpcName, rpcContract } from '../shared/rpc';
import { grantedPaths, pathArguments } from './granted-paths';

interface Place {
  name: RpcName;
  /** `target.ssh.key`, with 0 for the items of a list. */
  place: string[];
  intent: PathIntent | null;
  typed: boolean;
}

const calls = Object.keys(rpcContract).filter((name): name is RpcName => name in rpcContract);

/** Every field of text in the input of every call, as the contract has it; read here by other means than main does. */
function textFields(): Place[] {
  return calls.flatMap((name) => {
    const found: Place[] = [];
    const walk = (node: unknown, place: string[]): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, pathIntent, pathTyped, properties, items, additionalProperties, ...rest } = z
        .looseObject({
          type: z.unknown().optional(),
          pathIntent: z.enum(['read', 'use', 'write', 'socket', 'show', 'secret', 'variable']).optional(),
          pathTyped: z.boolean().optional(),
          properties: z.record(z.string(), z.unknown()).optional(),
          items: z.unknown().optional(),
          additionalProperties: z.unknown().optional(),
        })
        .parse(node);
      if (type === 'string' || pathIntent !== undefined)
        found.push({ name, place, intent: pathIntent ?? null, typed: pathTyped === true });
      for (const [field, one] of Object.entries(properties ?? {})) walk(one, [...place, field]);
      walk(items, [...place, '0']);
      walk(additionalProperties, [...place, 'any']);
      for (const several of [rest.anyOf, rest.oneOf, rest.allOf])
        if (Array.isArray(several)) for (const one of several) walk(one, place);
    };
    walk(
      z.toJSONSchema(rpcContract[name].input, { unrepresentable: 'any', io: 'input', reused: 'inline' }),
      [],
    );
    return found;
  });
}

const fields = textFields();
const paths = fields.filter(({ intent }) => intent !== null);

/** An input with nothing but this one field. */
function inputWith([first, ...rest]: string[], value: string): unknown {
  if (first === undefined) return value;
  const inner = inputWith(rest, value);
  return first === '0' ? [inner] : { [first]: inner };
}

const foreign = '/home/dba/.ssh/id_ed25519';

test('the contract has paths to read, to write to and to connect to', () => {
  expect(new Set(paths.map(({ intent }) => intent))).toEqual(
    new Set(['read', 'use', 'write', 'socket', 'show', 'secret', 'variable']),
  );
  expect(paths.length).toBeGreaterThan(50);
});

test.each(paths.map((one) => ({ ...one, where: one.place.join('.') })))(
  '$name: $where is refused, and taken once it was granted for that',
  async ({ name, place, intent, typed }) => {
    const input = inputWith(place, foreign);
    expect(pathArguments(name, input)).toMatchObject([{ path: foreign, intent, typed }]);
    const ask = vi.fn(async () => false);
    const granted = grantedPaths(ask);
    await expect(granted.check(name, input)).rejects.toThrow('not chosen in a dialog');
    expect(ask).toHaveBeenCalledTimes(typed ? 1 : 0);
    // A grant to write is none to read, and the other way round.
    granted.grant(foreign, [intent === 'read' || intent === 'use' ? 'write' : 'read']);
    if (intent !== 'show') await expect(granted.check(name, input)).rejects.toThrow('not chosen in a dialog');
    granted.grant(foreign, [intent ?? 'read']);
    await granted.check(name, input);
  },
);

/** Named like paths, and none. */
const noPaths = ['history.findings serverKey', 'dialog.save defaultName'];

// Claim, Between window and engine: Every argument that is a path is marked as one in the contract; main lets it through only where a dialog, a drop, the recent list, the command line or Latchkey's own memory gave it.
test('no plain text is named like a path', () => {
  const like =
    /path|file|folder|director|(?:^|\.)dir|socket|(?:ssl|tls)(?:ca|cert|key)|(?:^|\.)key$|knownhosts|slowlog|output|location|url$/i;
  const plain = fields
    .filter(({ intent, place }) => intent === null && like.test(place.join('.').replace(/profile/gi, '')))
    .map(({ name, place }) => `${name} ${place.join('.')}`)
    .filter((one) => !noPaths.includes(one));
  // A URL is read by the engine and opens no file: what the one of a server names is checked when it is used, and that of a
  // metrics store is http or https (`storeAddress`).
  expect(plain).toEqual([
    'connection.parseUrl url',
    'snapshot.take history.source.url',
    'metrics.servers source.url',
    'metrics.load source.url',
    'metrics.snapshot source.url',
    'metrics.saveStore source.url',
    'fleet.snapshot servers.0.store.source.url',
    'secrets.save source.url',
  ]);
});

test("what is watched goes to Latchkey's own folder without a question", async () => {
  await grantedPaths().check('watch.run', { folder: null });
});

test('a person is asked once, one question at a time, and not for ever', async () => {
  const asked: string[] = [];
  const answers = new Map([['/allowed.sock', true]]);
  let open = 0;
  const granted = grantedPaths(async ({ path }) => {
    open += 1;
    expect(open).toBe(1);
    asked.push(path);
    await Promise.resolve();
    open -= 1;
    return answers.get(path) ?? false;
  });
  const connect = (socket: string) => granted.check('connection.test', { target: { socket }, secrets: {} });
  await Promise.all([connect('/allowed.sock'), connect('/allowed.sock')]);
  expect(asked).toEqual(['/allowed.sock']);
  for (const path of ['/1', '/1', '/2', '/3', '/4', '/5']) await expect(connect(path)).rejects.toThrow();
  expect(asked).toEqual(['/allowed.sock', '/1', '/2', '/3']);
});

test('answers that are of Latchkey itself grant what they name; one that repeats the window does not', async () => {
  const granted = grantedPaths();
  const target = { host: 'db', sslCa: '/etc/ssl/ca.pem' };
  granted.grantAnswer('connection.parseUrl', target);
  await expect(granted.check('connection.test', { target, secrets: {} })).rejects.toThrow();
  granted.grantAnswer('profiles.list', [
    { id: 'a', name: 'a', target, declaredHost: {}, lastUsedAt: '2026-01-01T00:00:00Z' },
  ]);
  await granted.check('connection.test', { target, secrets: {} });
});

const saved = (target: object) => [
  { id: 'a', name: 'a', target, declaredHost: {}, lastUsedAt: '2026-01-01T00:00:00Z' },
];

// Claim, Between window and engine: A key, a certificate or an option file that a saved connection names is used to connect, and never read to the window.
test('what a saved connection uses is not thereby read to the window', async () => {
  const [file, key] = ['/home/dba/.my.cnf', '/home/dba/.ssh/id_ed25519'];
  const target = { host: 'db', defaultsFile: file, sslKey: key, ssh: { host: 'jump', key } };
  const granted = grantedPaths();
  granted.grantAnswer('profiles.list', saved(target));
  await granted.check('connection.test', { target, secrets: {} });
  for (const path of [file, key]) {
    await expect(granted.check('plan.render', { myCnfPath: path })).rejects.toThrow('may not read');
    await expect(granted.check('import.open', { path })).rejects.toThrow('may not read');
    await expect(granted.check('snapshot.open', { path })).rejects.toThrow('may not read');
  }
});

// Claim, Between window and engine: The password in a login path or an option file goes to the address that it was saved or confirmed with, and to no other that the window names.
test('a login path or option file of a saved connection logs in nowhere else', async () => {
  for (const holder of [{ loginPath: 'prod' }, { defaultsFile: '/home/dba/.my.cnf' }]) {
    const ask = vi.fn(async () => false);
    const target = { host: 'db', port: 3307, ...holder };
    const elsewhere = [
      { ...target, host: 'thief.example' },
      { ...target, port: 3308 },
      { ...target, socket: '/tmp/thief.sock' },
      { ...target, ssh: { host: 'thief.example' } },
      { ...holder },
    ];
    for (const other of elsewhere) {
      const granted = grantedPaths(ask);
      granted.grantAnswer('profiles.list', saved(target));
      granted.grant('/tmp/thief.sock', ['socket']);
      await granted.check('connection.test', { target: { ...target, user: 'other' }, secrets: {} });
      ask.mockClear();
      await expect(granted.check('connection.test', { target: other, secrets: {} })).rejects.toThrow(
        'may not',
      );
      expect(ask).toHaveBeenCalledTimes(1);
    }
  }
});

test('a login path that a person confirmed is confirmed for that address', async () => {
  const asked: (string | null)[] = [];
  const granted = grantedPaths(async ({ to }) => {
    asked.push(to);
    return true;
  });
  const connect = (host: string) =>
    granted.check('connection.test', { target: { host, loginPath: 'prod' }, secrets: {} });
  await connect('db');
  await connect('db');
  await connect('thief.example');
  expect(asked).toEqual(['host db', 'host thief.example']);
});
