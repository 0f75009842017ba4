import { onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

test('the palette goes to pages, findings and samples by a part of their name; ? lists the keys', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Command' });
  await expect(field).toBeFocused();
  await field.fill('redo small');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
    'Redo log too small',
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.keyboard.press('Enter');
  await onPage(page, 'finding');
  for (const [text, kind, at] of [
    ['innodb_io_capacity_max', 'variable', 'explorer'],
    ['(redo-log-too-small)', 'rule', 'rule'],
    ['EXECUTE COMMIT', 'statement', 'top-sql'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await field.fill(text);
    const found = page.getByRole('dialog').getByRole('option', { selected: true });
    await expect(found).toContainText(kind);
    await page.keyboard.press('Enter');
    await onPage(page, at);
    if (at === 'explorer') await expect(page.getByPlaceholder('Filter rows')).toHaveValue(text);
    if (at === 'top-sql') await expect(page.locator('.statement-detail pre').first()).toHaveText(text);
    if (kind !== 'variable') continue;
    await page.getByPlaceholder('Filter rows').fill('');
    await page.getByLabel(/^Changed from default \(\d+\)/).check();
    await expect(page.locator('.explorer-content').getByRole('status')).toHaveText(/^\d{1,3} rows?$/);
  }
  await page.keyboard.press('Control+k');
  await field.fill('plan');
  await page.keyboard.press('Enter');
  await onPage(page, 'plan');
  await page.keyboard.press('Control+k');
  await field.fill('no such thing at all');
  await expect(page.getByText('No match.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Commands');
});

test('what was not checked says in the words of the window what to declare, and leads to its fields', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.locator('summary').filter({ hasText: 'Not checked' }).click();
  await expect(
    page.getByText(/Declare (its storage|what its storage can do) when you connect/).first(),
  ).toBeVisible();
  await expect(page.getByText(/--(storage|iops|ram)/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Declare host hardware' }).click();
  await onPage(page, 'connect');
  await expect(page.getByLabel('Memory', { exact: true })).toBeVisible();
});
