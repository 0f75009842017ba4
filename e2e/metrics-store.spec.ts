import type { Page } from '@playwright/test';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import {
  metricsAvailability,
  type RunningProgram,
  startMetricsStore,
  startMysqldExporter,
} from '../scripts/servers/topology/metrics.ts';
import { startHostileStore } from '../test/server/hostile-store.ts';
import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect } from './journey.ts';
import { serverOrSkip } from './servers.ts';

const patient = { timeout: 60_000 };
const running: { stop(): Promise<void> }[] = [];
test.afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

function keep<T extends { stop(): Promise<void> }>(one: T): T {
  running.push(one);
  return one;
}

const account = ['-httpAuth.username=reader', '-httpAuth.password=sesame'];

/** VictoriaMetrics over one server under a light load. */
async function store(args: string[] = account): Promise<RunningProgram & { socket: string }> {
  const found = metricsAvailability();
  if (!found.available && process.env.CI === 'true') throw new Error(found.reason);
  test.skip(!found.available, found.available ? '' : found.reason);
  const { socket, ...server } = keep(await serverOrSkip('mysql80'));
  const load = { socket, tables: 1, rows: 300 };
  const exporter = keep(await startMysqldExporter({ ...server, socket }));
  const started = keep(
    await startMetricsStore({
      kind: 'victoria-metrics',
      scraped: [{ instance: 'db1', port: exporter.port }],
      args,
    }),
  );
  await prepareSysbench(load);
  keep(startSysbench({ ...load, workload: 'oltp_read_write', threads: 2, seconds: 300, rate: 20 }));
  return { ...started, socket };
}

/** Waits until the store answers with so many scrapes. */
async function untilScraped(port: number, count: number): Promise<void> {
  const headers = { Authorization: `Basic ${Buffer.from('reader:sesame').toString('base64')}` };
  const query = encodeURIComponent('count_over_time(mysql_global_status_uptime[5m])');
  await expect
    .poll(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${query}`, { headers });
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
      return Number(data.result[0]?.value[1] ?? 0);
    }, patient)
    .toBeGreaterThanOrEqual(count);
}

async function soundInBothThemes(page: Page, place: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await violations(page), `${place}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

test('a snapshot of a span from a real store: account, server, span by mouse and by keyboard, diagnosis', async ({
  latchkey,
}) => {
  test.setTimeout(180_000);
  const { page } = latchkey;
  const { port } = await store();
  await page.evaluate(() =>
    window.latchkey.call('profiles.save', { name: 'Shop', target: { host: 'db1' }, declaredHost: {} }),
  );
  await page.getByRole('button', { name: 'From a metrics store' }).click();
  await onPage(page, 'metrics-store');
  await soundInBothThemes(page, 'metrics store, empty');

  await page.getByRole('button', { name: 'List servers' }).click();
  await expect(page.getByText('An address such as')).toBeVisible();
  await page.getByLabel('URL').fill(`http://127.0.0.1:${port}`);
  await page.getByRole('button', { name: 'List servers' }).click();
  await expect(page.getByRole('alert')).toContainText('wants a token or password (HTTP 401)', patient);
  await expect(page.getByRole('alert')).toContainText('Enter a token, or a user and its password');
  await page.getByLabel('Authentication').selectOption('user and password');
  await page.getByLabel('User').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'List servers' }).click();
  await expect(page.getByRole('alert')).toContainText('refuses the token or password', patient);
  await soundInBothThemes(page, 'metrics store, refused');

  await untilScraped(port, 8);
  await page.getByLabel('Password', { exact: true }).fill('sesame');
  await page.getByLabel('Save store').check();
  await page.getByLabel('Name').fill('Metrics');
  await page.getByRole('button', { name: 'List servers' }).press('Enter');
  const row = page.getByRole('row', { name: /db1/ });
  await expect(row).toContainText('8.0.31', patient);
  await expect(row).toContainText('Shop (perhaps');
  // The only one is chosen already.
  await expect(row.getByRole('radio')).toBeChecked();

  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
  await expect(from).not.toHaveValue('', patient);
  const chart = page.getByRole('slider', { name: 'Moment in Load of db1' });
  const times = async () => [await from.inputValue(), await to.inputValue()].map((text) => Date.parse(text));
  const [hourFrom = 0, hourTo = 0] = await times();
  expect(hourTo - hourFrom).toBeCloseTo(3_600_000, -6);
  await chart.focus();
  await page.keyboard.press('+');
  const [halfFrom = 0, halfTo = 0] = await times();
  expect(halfTo - halfFrom).toBeCloseTo((hourTo - hourFrom) / 2, -4);
  await page.keyboard.press('Shift+ArrowLeft');
  expect((await times())[0]).toBeLessThan(halfFrom);
  await page.keyboard.press('0');
  const [dayFrom = 0, dayTo = 0] = await times();
  // Steps of some minutes reach over both ends.
  expect(Math.abs(dayTo - dayFrom - 86_400_000)).toBeLessThan(600_000);
  const box = await chart.boundingBox();
  if (box === null) throw new Error('The chart is not in view.');
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  const [pulledFrom = 0, pulledTo = 0] = await times();
  expect(pulledTo - pulledFrom).toBeLessThan(12 * 3_600_000);
  expect(pulledTo).toBeCloseTo(dayTo, -6);
  await soundInBothThemes(page, 'metrics store, span');

  await from.fill('-10m');
  await to.fill('now');
  await page.getByRole('button', { name: 'Make snapshot' }).click();
  await onPage(page, 'diagnosis');
  await expect(page.locator('header')).toContainText('MySQL 8.0.31', patient);
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'From a metrics store' }).click();
  await page
    .getByRole('region', { name: 'Saved stores' })
    .getByRole('button', { name: 'Metrics', exact: true })
    .click();
  await expect(page.getByLabel('URL')).toHaveValue(`http://127.0.0.1:${port}`);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.getByRole('button', { name: 'Remove Metrics' }).click();
  await expect(page.getByRole('region', { name: 'Saved stores' })).toBeHidden();
});

test('a snapshot of the server carries along what a saved store holds of the weeks before', async ({
  latchkey,
}) => {
  test.setTimeout(180_000);
  const { page } = latchkey;
  const { port, socket } = await store([]);
  const silent = keep(await startHostileStore(() => undefined));
  await page.evaluate(
    async (stores) => {
      for (const { name, url } of stores)
        await window.latchkey.call('metrics.saveStore', { name, source: { url } }).reply;
    },
    [
      { name: 'Metrics', url: `http://127.0.0.1:${port}` },
      { name: 'Silent', url: silent.url },
    ],
  );
  await untilScraped(port, 4);
  await fillConnect(page, { socket, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await onPage(page, 'snapshot');
  await page.getByLabel('Custom').check();
  await page.getByRole('textbox', { name: 'Seconds' }).fill('3');
  await page.getByText('History from a metrics store').click();
  const stores = page.getByLabel('Metrics store', { exact: true });
  await stores.selectOption('Silent');
  await expect.poll(() => silent.asked.length, patient).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await stores.selectOption('Metrics');
  // The only one is chosen already.
  await expect(page.getByLabel('Server in the store')).toHaveValue('db1', patient);
  await page.getByLabel('Days').selectOption('7 days');
  await expect(page.getByLabel('Server in the store')).toHaveValue('db1', patient);
  await soundInBothThemes(page, 'snapshot with history');
  await page.getByRole('button', { name: 'Take snapshot' }).click();
  await expect(page.locator('html[data-page="diagnosis"]')).toBeAttached(patient);
  await expect(page.getByRole('region', { name: 'History' })).toContainText('hours known', patient);
});

test('a store that does not answer can be left, and one that is none is named', async ({ latchkey }) => {
  const { page } = latchkey;
  const silent = keep(await startHostileStore(() => undefined));
  const other = keep(await startHostileStore((_, response) => response.end('<html>Welcome</html>')));
  await page.getByRole('button', { name: 'From a metrics store' }).click();
  await page.getByLabel('URL').fill(silent.url);
  await page.getByRole('button', { name: 'List servers' }).click();
  await expect.poll(() => silent.asked.length, patient).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The servers that the store knows are listed here')).toBeVisible(patient);
  await page.getByLabel('URL').fill(other.url);
  await page.getByRole('button', { name: 'List servers' }).click();
  await expect(page.getByRole('alert')).toContainText('has no query API of Prometheus', patient);
});
