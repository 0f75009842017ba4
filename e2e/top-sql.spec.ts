// Top SQL, Summary and Checks of the sample pair: read, sorted and opened by keyboard, in both themes.
import type { Page } from '@playwright/test';
import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

const patient = { timeout: 60_000 };

async function expectReadable(page: Page, place: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect.soft(await violations(page), `${place}, ${theme}`).toEqual([]);
    if (process.env.LATCHKEY_PICTURES !== undefined)
      await page.screenshot({ path: `${process.env.LATCHKEY_PICTURES}/${place}-${theme}.png` });
  }
}

test('Top SQL: sorted and opened by keyboard, with what is unknown', async ({ latchkey }) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  await openSample(page, 'mysql-8.0-before-plan');
  await expect(page.getByRole('region', { name: 'Top SQL' }).getByRole('listitem')).toHaveCount(3, patient);
  await page.getByRole('button', { name: 'Open Top SQL' }).focus();
  await page.keyboard.press('Enter');
  await onPage(page, 'top-sql');
  await expect(page.getByRole('note')).toContainText('prepared_statements_instances');
  const rows = page.locator('.top-sql tbody tr');
  await expect(rows.first()).toContainText('SELECT c FROM sbtest');
  const calls = page.getByRole('columnheader', { name: 'Calls/s' });
  await calls.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(calls).toHaveAttribute('aria-sort', 'descending');
  await page.keyboard.press('Enter');
  await expect(calls).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Enter');
  const first = rows.first().getByRole('button');
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('heading', { name: 'EXPLAIN' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unknown figures' })).toContainText('p95');
  await expectReadable(page, 'top-sql');
});

test('Summary: three things to do, and what changed since the snapshot before', async ({ latchkey }) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  await openSample(page, 'mysql-8.0-before-plan');
  await openSample(page, 'mysql-8.0-after-plan');
  await goTo(page, 'Summary');
  await onPage(page, 'summary');
  await expect(page.getByRole('region', { name: 'To do' })).toContainText('Expected effect');
  await page.getByLabel('Before').selectOption({ index: 1 });
  await expect(page.locator('.summary-verdict')).toContainText('Better: Transactions x', patient);
  await expect(page.getByRole('row', { name: /^Transactions/ })).toContainText('better');
  await expectReadable(page, 'summary');
  await goTo(page, 'Checks');
  await onPage(page, 'checks');
  await expect(page.getByRole('heading', { name: /^Passed: looked for, not found/ })).toBeVisible();
  await expectReadable(page, 'checks');
});
