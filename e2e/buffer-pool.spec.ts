import type { Page } from '@playwright/test';
import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

const slow = { timeout: 30_000 };
const restart = (page: Page) => page.getByRole('region', { name: 'At a restart' });
const set = (page: Page) => page.getByRole('region', { name: 'By SET GLOBAL' });

test('without a snapshot it answers for a usual server, and says what rounding does', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await goTo(page, 'Buffer pool');
  await onPage(page, 'buffer-pool');
  await page.getByLabel('Version').fill('8.0.36');
  await page.getByLabel('innodb_buffer_pool_size', { exact: true }).fill('9G');
  await page.getByLabel('innodb_buffer_pool_instances', { exact: true }).fill('16');
  await expect(restart(page)).toContainText('The server starts with 10 GiB', slow);
  await expect(restart(page).getByRole('row', { name: /^Chunks/ })).toContainText('80 (5 each)');
  await expect(restart(page)).toContainText('2 GiB, 20 % of the pool');
  await expect(
    page.getByRole('img', { name: /16 instances of 5 chunks of 128 MiB.*1 GiB added by rounding/ }),
  ).toBeVisible();
  await expect(restart(page).getByText('innodb_buffer_pool_instances = 16')).toBeVisible();
  // The running pool has one instance: SET GLOBAL takes 9 GiB as it is.
  await expect(set(page)).toContainText('The pool resizes to 9 GiB');

  await restart(page).getByRole('button', { name: /^Try/ }).last().click();
  await expect(page.getByLabel('innodb_buffer_pool_size', { exact: true })).toHaveValue('40G');
  await expect(restart(page)).toContainText('a good step', slow);
  await expect(restart(page).getByRole('button', { name: /^Use/ }).first()).toBeDisabled();
});

test('the words are those of the server', async ({ latchkey }) => {
  const { page } = latchkey;
  await goTo(page, 'Buffer pool');
  await onPage(page, 'buffer-pool');
  await page.getByLabel('Version').fill('5.6.51');
  await page.getByLabel('innodb_buffer_pool_size', { exact: true }).fill('2G');
  await expect(set(page)).toContainText("Variable 'innodb_buffer_pool_size' is a read only variable", slow);
  await page.getByLabel('innodb_buffer_pool_chunk_size', { exact: true }).fill('64M');
  await expect(restart(page)).toContainText('The server does not start', slow);
  await expect(restart(page)).toContainText("unknown variable 'innodb-buffer-pool-chunk-size");

  await page.getByLabel('Flavour').selectOption('mariadb');
  await page.getByLabel('Version').fill('11.8.6');
  await page.getByRole('textbox', { name: 'innodb_buffer_pool_chunk_size' }).fill('');
  await page.getByRole('textbox', { name: 'Size', exact: true }).fill('1G');
  await expect(set(page)).toContainText('Truncated incorrect innodb_buffer_pool_size value', slow);

  await page.getByLabel('innodb_buffer_pool_size', { exact: true }).fill('1.5G');
  await expect(page.getByText('Whole bytes, or a whole number')).toBeVisible();
  await expect(restart(page)).toContainText('correct the marked fields');
});

test('it is filled from the open snapshot, moves with the keyboard, and a size goes into the plan', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await goTo(page, 'Buffer pool');
  await onPage(page, 'buffer-pool');
  const size = page.getByLabel('innodb_buffer_pool_size', { exact: true });
  await expect(size).toHaveValue('24M');
  await expect(set(page)).toContainText('Nothing changes; the pool stays at 24 MiB', slow);
  await page.getByRole('slider', { name: 'innodb_buffer_pool_size' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(size).toHaveValue('28M');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(size).toHaveValue('24M');
  await size.fill('3000M');
  await expect(set(page)).toContainText('The pool resizes to', slow);
  const use = restart(page).getByRole('button', { name: /^Use/ }).last();
  const wanted = /Use (\S+) in the plan/.exec((await use.textContent()) ?? '')?.[1] ?? '';
  await use.click();
  await expect(page.getByText(`innodb_buffer_pool_size = ${wanted} is in the plan.`)).toBeVisible();
  await goTo(page, 'Plan');
  await onPage(page, 'plan');
  await expect(page.getByLabel('Planned value of innodb_buffer_pool_size')).toHaveValue(wanted, slow);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the buffer pool (${colorScheme})`, async ({ latchkey }) => {
    const { page } = latchkey;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await goTo(page, 'Buffer pool');
    await onPage(page, 'buffer-pool');
    await page.getByLabel('innodb_buffer_pool_instances', { exact: true }).fill('12');
    await page.locator('summary').filter({ hasText: 'Machine' }).click();
    await expect(restart(page)).toContainText('starts with', slow);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('innodb_buffer_pool_size', { exact: true }).fill('x');
    expect(await violations(page), 'with an error').toEqual([]);
    await page.getByRole('button', { name: 'Start over' }).click();
    await latchkey.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2),
    );
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThan(700);
    const overflow = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
