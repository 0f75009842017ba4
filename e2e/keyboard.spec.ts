import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { onPage } from './app.ts';
import { expect, test } from './fixtures.ts';

const patient = { timeout: 60_000 };
const mostPresses = 200;

/** Moves the focus there by Tab alone, and sees that it shows. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible(patient);
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline, 'the focus shows').not.toBe('none');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${target}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to the page of that digit; the focus is on it, so that Tab goes on from its beginning. */
async function goByKey(page: Page, digit: string, name: string): Promise<void> {
  await page.keyboard.press(`Control+${digit}`);
  await onPage(page, name);
}

test('without a snapshot: the form of a connection, an import, and settings by keyboard alone', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await onPage(page, 'welcome');
  await press(page, page.getByRole('button', { name: 'Connect to a server' }));
  await onPage(page, 'connect');
  await tabTo(page, page.getByLabel('User', { exact: true }));
  await page.keyboard.type('reader');
  await press(page, page.locator('summary').filter({ hasText: 'TLS' }));
  await expect(page.getByLabel('Mode', { exact: true })).toBeVisible();
  await tabTo(page, page.getByLabel('Port', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible(patient);
  await expect(page.getByLabel('User', { exact: true })).toHaveValue('reader');

  // Keys of the menu are the system's; the palette has what the menu has.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('import');
  await page.keyboard.press('Enter');
  await onPage(page, 'import');
  await goByKey(page, '0', 'settings');
  await tabTo(page, page.getByRole('radio', { name: 'As the system' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('with a sample: every page of the sidebar is reached and used by keyboard alone', async ({
  latchkey,
  folder,
}) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  await onPage(page, 'welcome');
  for (const sample of ['mysql-9.7-after-plan', 'mysql-9.7-starved-redo']) {
    await goByKey(page, '1', 'welcome');
    await press(page, page.locator(`[data-sample="${sample}"]`));
    await onPage(page, 'diagnosis');
  }

  await test.step('diagnosis', async () => {
    await press(page, page.getByRole('button', { name: /^Threads running/ }));
    await expect(page.getByRole('figure', { name: /^Threads running/ })).toBeVisible(patient);
    await press(page, page.locator('summary').filter({ hasText: 'Not checked' }));
    const report = join(folder, 'report.md');
    await latchkey.saveDialogGives(report);
    await press(page, page.getByRole('button', { name: 'Save as Markdown' }));
    await expect(page.getByText(`Report saved to ${report}`)).toBeVisible(patient);
    expect(await readFile(report, 'utf8')).toContain('# Latchkey report');
  });

  await test.step('plan', async () => {
    await goByKey(page, '3', 'plan');
    await press(page, page.getByRole('button', { name: 'Add all' }));
    const value = page.getByLabel('Planned value of innodb_redo_log_capacity');
    await tabTo(page, value);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('512M');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tabpanel')).toContainText('512M', patient);
  });

  await test.step('probes and a recorded result', async () => {
    await goByKey(page, '4', 'probes');
    await press(page, page.locator('[data-result="ahi-spin-grid"]').first());
    await onPage(page, 'probe-result');
  });

  await test.step('buffer pool', async () => {
    await goByKey(page, '5', 'buffer-pool');
    await tabTo(page, page.getByRole('slider', { name: 'innodb_buffer_pool_size' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByLabel('innodb_buffer_pool_size', { exact: true })).toHaveValue('28M');
  });

  await test.step('timeline', async () => {
    await goByKey(page, '6', 'timeline');
    await expect(page.locator('.pane[data-drawn="ready"]')).toHaveCount(3, patient);
    await tabTo(page, page.getByLabel('Add a series'));
    await page.keyboard.type('row lock waits');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('.pane[data-drawn="ready"]')).toHaveCount(4, patient);
    const control = page.getByRole('slider', { name: /Questions/ });
    await tabTo(page, control);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(control).toHaveAttribute('aria-valuetext', /^1 s, /);
  });

  await test.step('compare', async () => {
    await goByKey(page, '7', 'compare');
    await tabTo(page, page.getByLabel('B compared with it'));
    // The list takes what is typed as the beginning of an entry.
    await page.keyboard.press('End');
    await expect(page.getByRole('tablist')).toBeVisible(patient);
    await tabTo(page, page.getByRole('tab', { selected: true }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: /^Settings/ })).toBeFocused();
  });

  await test.step('explorer', async () => {
    await goByKey(page, '8', 'explorer');
    await press(page, page.getByRole('button', { name: /^innodb-status/ }));
    await expect(page.getByRole('region', { name: 'Parsed values' })).toContainText(
      'checkpoint age',
      patient,
    );
    await press(page, page.getByRole('button', { name: 'Statements sent' }));
    await tabTo(page, page.getByPlaceholder('Filter rows'));
    await page.keyboard.type('select');
    await press(page, page.getByRole('button', { name: 'ms', exact: true }));
    await expect(page.getByRole('columnheader', { name: 'ms' })).toHaveAttribute('aria-sort', 'ascending');
    await tabTo(page, page.getByRole('region', { name: 'Rows of statements' }));
  });

  await test.step('history', async () => {
    await goByKey(page, '9', 'history');
    const opener = page.getByRole('button', { name: /^Export/ }).first();
    await press(page, opener);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  });
});
