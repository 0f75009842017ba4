import { join } from 'node:path';
import { goTo, onPage, root } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

const patient = { timeout: 60_000 };

test('two samples: findings, settings with their meaning, rates, waits, statements; swapped', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await openSample(page, 'mariadb-10.11-query-cache');
  await goTo(page, 'Compare');
  await onPage(page, 'compare');
  await page
    .getByLabel('B compared with it')
    .selectOption({ label: 'MySQL 9.7 with a starved redo log and buffer pool' });
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('Redo log too small', patient);
  await expect(page.locator('.compare-remarks')).toContainText('The flavours differ');
  await expect(panel.getByRole('heading', { name: /^Resolved/ }).locator('..')).toContainText('Query cache');

  await page.getByRole('tab', { name: /^Settings/ }).click();
  await page.getByLabel('Filter settings').fill('innodb_buffer_pool_size');
  await expect(panel.getByRole('row', { name: /^innodb_buffer_pool_size\b/ })).toContainText('24M');
  await expect(panel.getByRole('row', { name: /^Innodb_|^sync_binlog/ })).toHaveCount(0);
  await page.getByRole('tab', { name: /^Rates/ }).click();
  await expect(panel.getByRole('row', { name: /^Questions/ })).toContainText(/x\s[\d.]+/);
  await page.keyboard.press('ArrowRight');
  await expect(panel).toContainText('Active sessions by wait class');
  await expect(panel.getByRole('columnheader', { name: 'A, sessions' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByRole('row')).not.toHaveCount(1);

  await page.getByRole('button', { name: 'Swap' }).click();
  await page.getByRole('tab', { name: /^Findings/ }).click();
  await expect(panel.getByRole('heading', { name: /^New/ }).locator('..')).toContainText(
    'Query cache',
    patient,
  );
});

test('two results of a benchmark: drawn by group and in a table; a snapshot is not compared with one', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await goTo(page, 'Compare');
  await onPage(page, 'compare');
  await expect(page.getByText('Choose what is compared')).toBeVisible();
  for (const [letter, name] of [
    ['A', 'cost-8.0.28.csv'],
    ['B', 'cost-8.0.30.csv'],
  ] as const) {
    await latchkey.openDialogGives(join(root, 'test', 'golden', 'published', name));
    await page.getByRole('button', { name: `Open file as ${letter}` }).click();
  }
  await expect(page.getByRole('figure', { name: /^CPU per operation/ })).toBeVisible(patient);
  await page.getByRole('button', { name: /^Numbers of CPU/ }).click();
  await expect(page.getByRole('row', { name: /^writes 1/ })).toContainText('1.139');
  await expect(page.getByRole('region', { name: 'Rows of tests' })).toContainText('update-index');
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /^update-index/ })).toContainText('not measured');

  await latchkey.openDialogGives(join(root, 'samples', 'mariadb-11.8-healthy.lks'));
  await page.getByRole('button', { name: 'Open file as B' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be compared', patient);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on Compare (${colorScheme})`, async ({ latchkey }) => {
    const { page } = latchkey;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await goTo(page, 'Compare');
    await onPage(page, 'compare');
    expect(await violations(page), 'empty').toEqual([]);
    await openSample(page, 'mariadb-10.11-query-cache');
    await goTo(page, 'Compare');
    await page
      .getByLabel('B compared with it')
      .selectOption({ label: 'MySQL 9.7 with a starved redo log and buffer pool' });
    await expect(page.getByRole('tablist')).toBeVisible(patient);
    for (const part of ['Findings', 'Settings', 'Rates', 'Waits', 'Statements', 'Host']) {
      await page.getByRole('tab', { name: new RegExp(`^${part}`) }).click();
      expect(await violations(page), part).toEqual([]);
    }
    await latchkey.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2),
    );
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThan(700);
    const overflow = () => page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
}
