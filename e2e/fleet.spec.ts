import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunningServer } from '../scripts/servers/index.ts';
import { goTo, onPage, root } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { serverOrSkip } from './servers.ts';

const patient = { timeout: 60_000 };

let servers: RunningServer[] = [];
test.afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
});

/** Samples under the names of servers, with a file that is none. */
function fleetFolder(folder: string): string {
  const fleet = join(folder, 'fleet');
  mkdirSync(fleet);
  const copies = {
    'shop-1': 'mysql-8.0-before-plan',
    'shop-2': 'mysql-8.0-after-plan',
    'shop-3': 'mysql-8.0-before-plan',
    'cache-1': 'mariadb-11.8-healthy',
  };
  for (const [name, sample] of Object.entries(copies)) {
    copyFileSync(join(root, 'samples', `${sample}.lks`), join(fleet, `${name}.lks`));
  }
  writeFileSync(join(fleet, 'broken.lks'), readFileSync(join(fleet, 'shop-1.lks')).subarray(0, 5000));
  return fleet;
}

async function soundInBothThemes(page: Page, place: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await violations(page), `${place}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

test('a folder of snapshots: the matrix by keyboard, from a cell to the finding and back, drift, plans, what is not judged', async ({
  latchkey,
  folder,
}) => {
  const { page } = latchkey;
  await goTo(page, 'Fleet');
  await onPage(page, 'fleet');
  await soundInBothThemes(page, 'fleet, nothing opened');
  await latchkey.openDialogGives(fleetFolder(folder));
  await page.getByRole('button', { name: 'Open folder' }).click();
  await expect(page.getByText('5 servers: 3 with a bottleneck')).toBeVisible(patient);
  const matrix = page.getByRole('table', { name: 'Findings by server' });
  await expect(matrix.getByRole('columnheader')).toHaveText([
    'Finding',
    /^shop-/,
    /^shop-/,
    /^shop-/,
    'cache-1',
  ]);
  await soundInBothThemes(page, 'fleet, findings');

  const pool = matrix.getByRole('button', { name: /^shop-\d: warning, innodb_buffer_pool_size too small/ });
  await expect(pool).toHaveCount(2);
  await pool.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(pool.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(matrix.locator('button:focus')).not.toHaveAccessibleName(/buffer_pool_size/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(pool.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await onPage(page, 'finding');
  await expect(page.getByRole('heading', { name: /innodb_buffer_pool_size too small/ })).toBeVisible(patient);
  await goTo(page, 'Fleet');
  await onPage(page, 'fleet');

  await page.getByRole('tab', { name: 'Drift' }).click();
  await expect(page.getByRole('row', { name: /^innodb_buffer_pool_size/ })).toContainText('256M');
  await soundInBothThemes(page, 'fleet, drift');
  await page.getByRole('tab', { name: /^Same plan/ }).click();
  await expect(page.getByRole('heading', { name: '2 servers get the same change, MySQL 8.0' })).toBeVisible();
  await soundInBothThemes(page, 'fleet, plans');
  await page.getByRole('tab', { name: /^Not judged/ }).click();
  await expect(page.getByRole('tabpanel')).toContainText('broken.lks');
  await page.getByRole('tab', { name: /^Servers/ }).click();
  await soundInBothThemes(page, 'fleet, servers');
  await page.getByRole('tab', { name: 'Since the last round' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('of 4 there is one snapshot only', patient);
  await soundInBothThemes(page, 'fleet, since the last round');

  const report = join(folder, 'fleet.html');
  await latchkey.saveDialogGives(report);
  await page.getByRole('button', { name: 'Save report' }).click();
  await expect(page.getByText(`Saved ${report}`)).toBeVisible(patient);
  expect(readFileSync(report, 'utf8')).toContain('shop-1');
});

test('a folder without a snapshot says so', async ({ latchkey, folder }) => {
  const { page } = latchkey;
  latchkey.errorsExpected = true;
  await goTo(page, 'Fleet');
  await latchkey.openDialogGives(folder);
  await page.getByRole('button', { name: 'Open folder' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no snapshot in the folder', patient);
  await soundInBothThemes(page, 'fleet, error');
});

test('an inventory of two real servers and one that is down: snapshots with progress, the reason, and the fleet of them', async ({
  latchkey,
  folder,
}) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  servers = await Promise.all([serverOrSkip('mysql80'), serverOrSkip('mariadb114')]);
  const [mysql, mariadb] = servers;
  const inventory = join(folder, 'fleet.yaml');
  writeFileSync(
    inventory,
    `folder: snapshots
servers:
  - {name: db1, labels: {role: source}, connection: {host: 127.0.0.1, port: ${mysql?.port}, user: root}}
  - {name: db2, labels: {role: cache}, connection: {host: 127.0.0.1, port: ${mariadb?.port}, user: root}}
  - {name: db3, connection: {host: 127.0.0.1, port: 1, user: root}}
`,
  );
  await goTo(page, 'Fleet');
  await latchkey.openDialogGives(inventory);
  await page.getByRole('button', { name: 'Open inventory' }).click();
  await page.getByText('Take snapshots of 3 servers').click();
  const table = page.getByRole('table', { name: 'Servers of the inventory' });
  await expect(table.getByRole('row', { name: /^db1/ })).toContainText(`root@127.0.0.1:${mysql?.port}`);
  await soundInBothThemes(page, 'fleet, inventory');

  await latchkey.openDialogGives(join(folder, 'snapshots'));
  await page.getByLabel('Sampling duration, seconds').fill('300');
  await page.getByRole('button', { name: 'Take snapshots', exact: true }).click();
  await expect(table.getByRole('row', { name: /^db3/ })).toContainText(/failed: .*127\.0\.0\.1:1/, patient);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Take snapshots', exact: true })).toBeVisible(patient);

  await page.getByLabel('Sampling duration, seconds').fill('1');
  await page.getByLabel('Only what the last round lacks').check();
  await page.getByRole('button', { name: 'Take snapshots', exact: true }).click();
  await expect(table.getByRole('row', { name: /^db1/ })).toContainText(/taken: db1\/\d+T\d+Z\.lks/, patient);
  await expect(table.getByRole('row', { name: /^db2/ })).toContainText(/taken: db2\//, patient);
  await expect(page.getByText(/^3 servers: .*1 without a snapshot/)).toBeVisible(patient);
  await page.getByLabel('Label').selectOption('role=cache');
  await expect(page.getByText(/^1 server:/)).toBeVisible();
  await page.getByRole('tab', { name: /^Servers/ }).click();
  await expect(page.getByRole('table', { name: 'Servers', exact: true })).toContainText('MariaDB 11.4');
});
