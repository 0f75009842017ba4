import { goTo, onPage } from './app.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

test('pictures', async ({ latchkey }) => {
  const { page } = latchkey;
  await page.emulateMedia({ colorScheme: 'light' });
  await openSample(page, 'mariadb-10.11-query-cache');
  await goTo(page, 'Compare');
  await onPage(page, 'compare');
  await page.screenshot({ path: '/tmp/cmp-empty.png' });
  await page.locator('select').nth(1).selectOption({ index: 4 });
  await expect(page.getByRole('tablist')).toBeVisible({ timeout: 30_000 });
  await page.screenshot({ path: '/tmp/cmp-findings.png' });
  await page.getByRole('tab', { name: /Settings/ }).click();
  await page.screenshot({ path: '/tmp/cmp-settings.png' });
  await page.getByRole('tab', { name: /Rates/ }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: '/tmp/cmp-rates.png' });
  await page.getByRole('tab', { name: /Statements/ }).click();
  await page.screenshot({ path: '/tmp/cmp-digests.png' });
  for (const [letter, name] of [
    ['A', 'cost-8.0.28.csv'],
    ['B', 'cost-8.0.30.csv'],
  ]) {
    await latchkey.openDialogGives(`${process.cwd()}/test/golden/published/${name}`);
    await page.getByRole('button', { name: `Open file as ${letter}` }).click();
  }
  await expect(page.locator('.dot-chart').first()).toBeVisible({ timeout: 30_000 });
  await page.screenshot({ path: '/tmp/cmp-bench.png' });
});
