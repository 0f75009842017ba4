import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readMetricsMapping } from '../../src/files/metrics-mapping';
import { knownDialects, withMapping } from '../../src/knowledge/metrics/dialect';
import { chosenServer, knownServers, openStore, storeSnapshot } from '../../src/server/history';
import { mostAnswerBytes } from '../../src/server/history/store-client';
import { LatchkeyError } from '../../src/shared/base/error';
import type { MetricsSecrets } from '../../src/shared/metrics-store';
import { certificateMaker } from './certificates.ts';
import { data, type HostileStore, refuse, startHostileStore } from './hostile-store.ts';

const stores: HostileStore[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.stop()));
});

async function startStore(...args: Parameters<typeof startHostileStore>): Promise<HostileStore> {
  const store = await startHostileStore(...args);
  stores.push(store);
  return store;
}

/** Pauses are not waited for; how long they would be is kept. */
function patient(signal?: AbortSignal) {
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    pauses.push(ms);
  };
  return { pauses, context: { clock: { sleep }, ...(signal === undefined ? {} : { signal }) } };
}

async function failure(url: string, secrets: MetricsSecrets = {}, more: object = {}): Promise<LatchkeyError> {
  const found = await openStore({ url, ...more }, secrets, patient().context)
    .then((store) => store.query('up', 0))
    .catch((error: unknown) => error);
  if (!(found instanceof LatchkeyError)) throw new Error(`no failure: ${JSON.stringify(found)}`);
  return found;
}

const token = 'Very-secret-token-1';
const empty = { resultType: 'vector', result: [] };

test('a token goes to the store and into no message', async () => {
  const store = await startStore(({ headers }, response) =>
    headers.authorization === `Bearer ${token}` ? data(response, empty) : refuse(response, 401, 'no'),
  );
  const opened = await openStore({ url: store.url }, { token }, patient().context);
  expect(await opened.query('up', 0)).toEqual([]);
  const refused = await failure(store.url, { token: 'another' });
  expect(refused.code).toBe('access-denied');
  expect(refused.message).toMatch(/refuses the token or password \(HTTP 401\)/);
  expect((await failure(store.url)).message).toMatch(/wants a token or password/);
  expect(JSON.stringify(refused.toDocument())).not.toContain('another');
});

test('user and password go as basic authentication, the tenant as its header', async () => {
  const store = await startStore((_, response) => data(response, empty));
  const opened = await openStore(
    { url: store.url.replace('//', '//reader@'), tenant: 'team-a' },
    { password: 'päss' },
    patient().context,
  );
  await opened.query('up', 0);
  const headers = store.asked[0]?.headers ?? {};
  expect(headers.authorization).toBe(`Basic ${Buffer.from('reader:päss').toString('base64')}`);
  expect(headers['x-scope-orgid']).toBe('team-a');
  expect(opened.where).not.toContain('reader');
});

test('a redirect to another host is not followed, one on the same host is', async () => {
  const thief = await startStore((_, response) => data(response, empty));
  const store = await startStore(({ path }, response) =>
    path.startsWith('/moved')
      ? data(response, empty)
      : refuse(response, 307, '', {
          location: path.startsWith('/far') ? `${thief.url}/x` : '/moved/api/v1/query',
        }),
  );
  const refused = await failure(`${store.url}/far`, { token });
  expect(refused.message).toContain(`sends on to ${thief.url}/x, which is another host`);
  expect(thief.asked).toEqual([]);
  const opened = await openStore({ url: store.url }, { token }, patient().context);
  expect(await opened.query('up', 0)).toEqual([]);
});

test('a token does not travel unencrypted to another host unless http:// says so', async () => {
  const far = { url: 'prometheus://metrics.invalid:9090' };
  await expect(openStore(far, { token }, patient().context)).rejects.toMatchObject({ code: 'tls-required' });
  await expect(
    openStore({ url: 'http://metrics.invalid' }, { token }, patient().context),
  ).resolves.toBeDefined();
  await expect(
    openStore({ url: 'prometheus://127.0.0.1:1' }, { token }, patient().context),
  ).resolves.toBeDefined();
});

test('a password in the URL is refused and not repeated', async () => {
  const refused = await failure('http://reader:Very-secret@127.0.0.1:1');
  expect(refused.code).toBe('usage');
  expect(JSON.stringify(refused.toDocument())).not.toContain('Very-secret');
});

test('429 and 5xx are asked for again with growing pauses, and then said', async () => {
  let left = 2;
  const store = await startStore((_, response) => {
    left -= 1;
    if (left >= 0) refuse(response, 503, '<html>down</html>');
    else data(response, empty);
  });
  const { pauses, context } = patient();
  const opened = await openStore({ url: store.url }, {}, context);
  expect(await opened.query('up', 0)).toEqual([]);
  expect(pauses).toEqual([500, 1000]);

  const busy = await startStore((_, response) => refuse(response, 429, 'slow down', { 'retry-after': '3' }));
  const waited = patient();
  const other = await openStore({ url: busy.url }, {}, waited.context);
  await expect(other.query('up', 0)).rejects.toMatchObject({ code: 'busy' });
  expect(waited.pauses).toEqual([3000, 3000, 3000]);
  expect(busy.asked).toHaveLength(4);

  const broken = await failure(
    (await startStore((_, response) => refuse(response, 500, 'oops\u001b[31m'))).url,
  );
  expect(broken).toMatchObject({ code: 'query-failed' });
  expect(broken.message).toContain('HTTP 500, asked 4 times');
  expect(broken.message).not.toContain('\u001b');
});

test('what is no store of metrics is named as that', async () => {
  const page = await startStore((_, response) => refuse(response, 200, '<html>Welcome</html>'));
  const missing = await startStore((_, response) => refuse(response, 404, 'nothing here'));
  const other = await startStore((_, response) => refuse(response, 200, '{"ok":true}'));
  const odd = await startStore((_, response) => data(response, { resultType: 'scalar', result: [1, '2'] }));
  expect((await failure(page.url)).message).toContain('its answer is not JSON');
  expect((await failure(missing.url)).message).toContain('has no query API of Prometheus (HTTP 404)');
  expect((await failure(other.url)).message).toContain('its answer has no status');
  expect((await failure(odd.url)).message).toContain('neither matrix nor vector');
  for (const { url } of [page, missing, other, odd])
    expect((await failure(url)).code).toBe('unsupported-server');
});

test('an answer of more than its limit is not held, packed or not', async () => {
  const long = Buffer.alloc(mostAnswerBytes + 1, 0x20);
  const plain = await startStore((_, response) => response.end(long));
  const packed = await startStore((_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(long));
  });
  for (const { url } of [plain, packed]) {
    const refused = await failure(url);
    expect(refused.code).toBe('too-large');
    expect(refused.message).toContain('more than 9.54 MiB');
  }
});

test('nobody there, a connection that is cut, and a cancelled question are said as what they are', async () => {
  const gone = await startStore((_, response) => data(response, empty));
  await gone.stop();
  stores.pop();
  expect((await failure(gone.url)).message).toMatch(/No metrics store answers at .*: nothing listens there/);
  const cut = await startStore((_, response) => response.destroy());
  expect((await failure(cut.url)).message).toContain('the connection was cut');
  const hangs = await startStore(() => undefined);
  const controller = new AbortController();
  const opened = await openStore({ url: hangs.url }, {}, patient(controller.signal).context);
  const asked = opened.query('up', 0);
  controller.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
});

test('warnings, and answers that say that they are partial, are kept', async () => {
  const store = await startStore((_, response) =>
    data(response, empty, { warnings: ['a block is gone\n'], isPartial: true }),
  );
  const opened = await openStore({ url: store.url }, {}, patient().context);
  await opened.query('up', 0);
  expect([...opened.warnings]).toEqual([
    'a block is gone',
    'The answer is partial: a part of the store was not there.',
  ]);
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-store-'));
  const { authority, signed } = certificateMaker(folder);
  authority('ca');
  authority('other-ca');
  signed('server', { subject: '/CN=127.0.0.1', extension: 'subjectAltName=IP:127.0.0.1' });
  signed('misnamed', { subject: '/CN=db', extension: 'subjectAltName=DNS:db.example' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the certificate is verified, by the CA that is given', async () => {
  const pem = (name: string) => readFileSync(join(folder, `${name}.pem`));
  const caFile = join(folder, 'ca.pem');
  const store = await startStore((_, response) => data(response, empty), {
    cert: pem('server'),
    key: pem('server-key'),
  });
  const opened = await openStore({ url: store.url, caFile }, { token }, patient().context);
  expect(await opened.query('up', 0)).toEqual([]);
  expect((await failure(store.url, { token })).hint).toContain('--store-ca');
  const wrong = await failure(store.url, { token }, { caFile: join(folder, 'other-ca.pem') });
  expect(wrong).toMatchObject({ code: 'tls-failed' });
  expect(wrong.hint).toContain('not signed by the CA file given');
  const misnamed = await startStore((_, response) => data(response, empty), {
    cert: pem('misnamed'),
    key: pem('misnamed-key'),
  });
  expect((await failure(misnamed.url, { token }, { caFile })).hint).toContain('another name');
});

/** A store that scrapes a server every 15 s, whose labels are hostile and whose clock is wrong. */
function hostileSeries(labels: object, start: number) {
  const at = [0, 15, 30, 45, 60].map((seconds) => start + seconds);
  const series = (name: string, values: (number | string)[], more: object = {}) => ({
    metric: { __name__: name, ...labels, ...more },
    values: at.map((time, index): [number, string] => [time, String(values[index])]),
  });
  return [
    series('mysql_global_status_uptime', [100, 115, 130, 145, 160]),
    series('mysql_global_status_commands_total', [1, 2, 3, 4, 5], { command: 'sel\u001b[2Ject' }),
    series('mysql_global_status_commands_total', [10, 25, 40, 55, 70], { command: 'select' }),
    series('mysql_global_status_threads_running', ['NaN', '+Inf', '3', '1e0', '1e400']),
    series('mysql_global_variables_max_connections', [151, 151, 151, 151, 151]),
    series('mysql_version_info', [1, 1, 1, 1, 1], { version: '8.0.36', version_comment: 'x\u202Ey' }),
  ];
}

test('hostile labels and values of a store stay texts, and its own clock counts', async () => {
  const instance = 'db"1",x="\u001b[31m\n';
  // Ten years ahead of this machine.
  const start = 2_100_000_000;
  const series = hostileSeries({ instance, job: 'mysql' }, start);
  const store = await startScraping(series);
  const opened = await openStore({ url: store.url }, {}, patient().context);
  const servers = await knownServers(opened, knownDialects(), start * 1000, (start + 60) * 1000);
  expect(servers.map(({ name }) => name)).toEqual([instance]);
  const missing = (() => {
    try {
      return chosenServer(servers, 'db9', 'then');
    } catch (error) {
      return error;
    }
  })();
  expect(JSON.stringify((missing as LatchkeyError).hint)).not.toContain('\\u001b[31m');
  const server = chosenServer(servers, instance, 'then');
  const snapshot = await storeSnapshot(
    opened,
    server,
    {
      ...{ id: '00000000-0000-4000-8000-000000000001', createdBy: 'test', declaredHost: {} },
      clock: { now: () => new Date(0), monotonicMs: () => 0, sleep: async () => undefined },
      ...{ fromMs: start * 1000, toMs: (start + 60) * 1000 },
    },
    { signal: new AbortController().signal, report: () => undefined },
  );
  expect(snapshot.samples?.intervalMs).toBe(15_000);
  expect(snapshot.samples?.startedAt).toBe(new Date(start * 1000).toISOString());
  expect(snapshot.samples?.series.Com_select?.values).toEqual([0, 15, 30, 45, 60]);
  expect(snapshot.samples?.series.Threads_running?.values).toEqual([null, null, 3, 1, null]);
  expect(Object.keys(snapshot.samples?.series ?? {}).filter((name) => /[^\w.]/.test(name))).toEqual([]);
  // The selector quotes the label: it ends no text of the query.
  expect(store.asked.some(({ query }) => query.includes('instance="db\\"1\\",x=\\"\u001b[31m\\n"'))).toBe(
    true,
  );
});

const start = 2_000_000_000;
const reading = {
  ...{ id: '00000000-0000-4000-8000-000000000001', createdBy: 'test', declaredHost: {} },
  clock: { now: () => new Date(0), monotonicMs: () => 0, sleep: async () => undefined },
  ...{ fromMs: start * 1000, toMs: (start + 60) * 1000 },
};
const job = { signal: new AbortController().signal, report: () => undefined };

test('an answer in part makes a snapshot that says so', async () => {
  const store = await startScraping(hostileSeries({ instance: 'db1', job: 'mysql' }, start), {
    warnings: ['a block is gone'],
  });
  const opened = await openStore({ url: store.url }, {}, patient().context);
  const [server] = await knownServers(opened, knownDialects(), reading.fromMs, reading.toMs);
  if (server === undefined) throw new Error('The store knows no server.');
  const snapshot = await storeSnapshot(opened, server, reading, job);
  expect(snapshot.complete).toBe(false);
  expect(snapshot.incomplete?.text).toBe('The metrics store answered in part: a block is gone');
});

test('a server that was renamed has its data under each name for itself, and the hint says so', async () => {
  const series = [
    ...hostileSeries({ instance: 'old:9104', job: 'mysql' }, start - 86_400),
    ...hostileSeries({ instance: 'new:9104', job: 'mysql' }, start),
  ];
  // As stores do: a series is of a span where it has a point in it.
  const store = await startHostile(({ path, from, to }, response) => {
    if (!path.endsWith('/series')) return data(response, empty);
    const had = series.filter(({ values }) => values.some(([time]) => time >= from && time <= to));
    data(
      response,
      had.map(({ metric }) => metric),
    );
  });
  const opened = await openStore({ url: store.url }, {}, patient().context);
  const named = async (fromMs: number, toMs: number) => knownServers(opened, knownDialects(), fromMs, toMs);
  const today = await named(reading.fromMs, reading.toMs);
  expect(today.map(({ name }) => name)).toEqual(['new:9104']);
  const both = await named(reading.fromMs - 2 * 86_400_000, reading.toMs);
  expect(both.map(({ name }) => name)).toEqual(['new:9104', 'old:9104']);
  expect(() => chosenServer(today, 'old', 'today')).toThrow(
    expect.objectContaining({
      code: 'not-found',
      hint: 'It knows 1 server there: new:9104. A server that was renamed has its earlier data under its earlier name.',
    }),
  );
});

test("a mapping file gives a store's own names to the server, before the known ones", async () => {
  const own = { metric: 'shop_sessions', to: 'status', name: 'Threads_running' } as const;
  const series = hostileSeries({ instance: 'db1', job: 'mysql' }, start).filter(
    ({ metric }) => metric.__name__ !== 'mysql_global_status_threads_running',
  );
  const [uptime] = series;
  if (uptime === undefined) throw new Error('There is no series.');
  const sessions = {
    metric: { ...uptime.metric, __name__: 'shop_sessions' },
    values: uptime.values.map(([time], index): [number, string] => [time, String(index)]),
  };
  const store = await startScraping([...series, sessions]);
  const opened = await openStore({ url: store.url }, {}, patient().context);
  const file = join(folder, 'mapping.yaml');
  writeFileSync(file, JSON.stringify({ metrics: [own] }));
  const dialects = withMapping(knownDialects(), await readMetricsMapping(file));
  const [server] = await knownServers(opened, dialects, reading.fromMs, reading.toMs);
  if (server === undefined) throw new Error('The store knows no server.');
  const snapshot = await storeSnapshot(opened, server, reading, job);
  expect(snapshot.samples?.series.Threads_running?.values).toEqual([0, 1, 2, 3, 4]);
  expect(store.asked.some(({ query }) => query.includes('shop_sessions'))).toBe(true);
});

test('a span of which one answer is too large is read in parts', async () => {
  const series = hostileSeries({ instance: 'db1', job: 'mysql' }, start);
  const within = ([time]: [number, string], from: number, to: number) => time >= from && time <= to;
  const store = await startHostile(({ path, query, at }, response) => {
    if (path.endsWith('/series'))
      return data(response, query.includes('node_') ? [] : series.map(({ metric }) => metric));
    const span = /\[(\d+)ms\]/.exec(query);
    const from = at - Number(span?.[1] ?? 0) / 1000;
    if (query.startsWith('last_over_time') || query.includes('__name__="mysql_global_status_uptime"'))
      return data(response, { resultType: 'matrix', result: series });
    // More than 40 s of it are more than the client takes.
    if (at - from > 40) return response.end(Buffer.alloc(mostAnswerBytes + 1, 0x20));
    const result = series.map(({ metric, values }) => ({
      metric,
      values: values.filter((value) => within(value, from, at)),
    }));
    data(response, { resultType: 'matrix', result });
  });
  const opened = await openStore({ url: store.url }, {}, patient().context);
  const [server] = await knownServers(opened, knownDialects(), reading.fromMs, reading.toMs);
  if (server === undefined) throw new Error('The store knows no server.');
  const snapshot = await storeSnapshot(opened, server, reading, job);
  expect(snapshot.samples?.series.Com_select?.values).toEqual([0, 15, 30, 45, 60]);
});

/** The same with what a question asks of the time, seconds since 1970. */
function startHostile(
  answer: (
    question: { path: string; query: string; from: number; to: number; at: number },
    response: Parameters<typeof data>[0],
  ) => void,
): Promise<HostileStore> {
  return startStore(({ path, query, parameters }, response) => {
    const seconds = (name: string) => Number(parameters.get(name) ?? Number.NaN);
    answer({ path, query, from: seconds('start'), to: seconds('end'), at: seconds('time') }, response);
  });
}

function startScraping(
  series: { metric: Record<string, string>; values: unknown[] }[],
  more: object = {},
): Promise<HostileStore> {
  return startStore(({ path, query }, response) => {
    const asksHost = query.includes('node_');
    if (path.endsWith('/series')) return data(response, asksHost ? [] : series.map(({ metric }) => metric));
    if (query.startsWith('count('))
      return data(response, { resultType: 'vector', result: [{ metric: {}, value: [0, '6'] }] });
    const found = query.includes('__name__="mysql_global_status_uptime"') ? series.slice(0, 1) : series;
    return data(response, { resultType: 'matrix', result: asksHost ? [] : found }, more);
  });
}
