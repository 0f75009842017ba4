import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on any page (${colorScheme})`, async ({ latchkey }) => {
    const { page } = latchkey;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const check = async (name: string) => expect(await violations(page), name).toEqual([]);

    await onPage(page, 'welcome');
    await check('welcome');
    for (const title of ['Diagnosis', 'Plan', 'Explorer', 'History'] as const) {
      await goTo(page, title);
      await check(`${title}, empty`);
    }
    await goTo(page, 'Settings');
    await onPage(page, 'settings');
    await check('settings');

    await goTo(page, 'Start');
    await page.getByRole('button', { name: 'Connect to a server' }).click();
    await onPage(page, 'connect');
    for (const fold of ['TLS', 'Option file', 'Facts about the host']) {
      await page.locator('summary').filter({ hasText: fold }).click();
    }
    await page.getByLabel('Port', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Test' }).click();
    await check('connect, with an error');

    await openSample(page, 'mysql-9.7-starved-redo');
    await page.getByRole('button', { name: /^Statements/ }).click();
    await page.getByRole('button', { name: /^Numbers/ }).click();
    for (const fold of ['Not checked', 'Fine']) {
      await page.locator('summary').filter({ hasText: fold }).first().click();
    }
    await check('diagnosis');
    await page.locator('[data-finding]').first().click();
    await onPage(page, 'finding');
    await check('finding');
    await goTo(page, 'Plan');
    await page.getByRole('button', { name: 'Add all' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('+');
    await page.locator('summary').filter({ hasText: 'Terms of the budget' }).click();
    await check('plan');
    await goTo(page, 'Explorer');
    await onPage(page, 'explorer');
    await expect(page.getByRole('region', { name: 'Rows of variables' })).toBeVisible();
    await check('explorer');
    await goTo(page, 'History');
    await onPage(page, 'history');
    await check('history');
    await page.getByRole('button', { name: /^Delete/ }).click();
    await check('the question before deleting');
  });
}

test('the whole path by keyboard', async ({ latchkey }) => {
  const { page } = latchkey;
  const focused = page.locator(':focus');
  const tabTo = async (text: RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if (text.test((await focused.textContent()) ?? '')) return;
    }
    throw new Error(`No Tab leads to ${text}`);
  };
  await onPage(page, 'welcome');
  await expect(page.locator('[data-sample]').first()).toBeVisible();
  await tabTo(/starved redo/);
  await page.keyboard.press('Enter');
  await onPage(page, 'diagnosis');

  await page.keyboard.press('j');
  await expect(focused).toHaveAttribute('data-finding', /./);
  const first = await focused.getAttribute('data-finding');
  await page.keyboard.press('j');
  await expect(focused).not.toHaveAttribute('data-finding', first ?? '');
  await page.keyboard.press('k');
  await expect(focused).toHaveAttribute('data-finding', first ?? '');
  await page.keyboard.press('/');
  await page.keyboard.type('redo log is too small');
  await page.keyboard.press('Enter');
  await expect(focused).toContainText('redo log is too small');
  await page.keyboard.press('Enter');
  await onPage(page, 'finding');
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Take out of the plan' })).toBeVisible();
  await page.keyboard.press('Escape');
  await onPage(page, 'diagnosis');
  await expect(focused).toContainText('redo log is too small');

  await page.keyboard.press('Control+3');
  await onPage(page, 'plan');
  await expect(page.getByLabel('Planned value of innodb_redo_log_capacity')).toBeVisible();
  await tabTo(/^Diff$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'my.cnf' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Text of the plan' })).toContainText('[mysqld]');
});

test('focus is visible, and at twice the size nothing is cut off sideways', async ({ latchkey }) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.keyboard.press('j');
  const outline = await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).toBe('solid');
  await latchkey.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2),
  );
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThan(700);
  const overflow = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
