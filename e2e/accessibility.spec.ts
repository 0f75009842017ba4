import type { Page } from '@playwright/test';
import { onPage } from './app.ts';
import { violations } from './axe.ts';
import { everywhere } from './everywhere.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

test('axe finds nothing serious on any page, state or dialog, light and dark', async ({ latchkey }) => {
  test.setTimeout(480_000);
  const { page } = latchkey;
  await everywhere(latchkey, async (place) => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect.soft(await violations(page, 'colours'), `${place}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect.soft(await violations(page), `${place}, light`).toEqual([]);
    expect.soft(await moving(page), `${place}, with reduced motion`).toEqual([]);
  });
});

/** What would move, by its style or by a script. */
async function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lasts = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0);
    const styled = [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element);
      return lasts(transitionDuration) || lasts(animationDuration) || scrollBehavior === 'smooth';
    });
    const run = document.getAnimations().filter(({ playState }) => playState === 'running');
    return [
      ...styled.map((element) => element.outerHTML.slice(0, 120)),
      ...run.map(({ id }) => `an animation ${id}`),
    ];
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
  await page.keyboard.type('Redo log too small');
  await page.keyboard.press('Enter');
  await expect(focused).toContainText('Redo log too small');
  await page.keyboard.press('Enter');
  await onPage(page, 'finding');
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Remove from plan' })).toBeVisible();
  await page.keyboard.press('Escape');
  await onPage(page, 'diagnosis');
  await expect(focused).toContainText('Redo log too small');

  await page.keyboard.press('Control+3');
  await onPage(page, 'plan');
  await expect(page.getByLabel('Planned value of innodb_redo_log_capacity')).toBeVisible();
  await tabTo(/^Diff$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'my.cnf' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Text of the plan' })).toContainText('[mysqld]');
});

test('focus is visible', async ({ latchkey }) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.keyboard.press('j');
  const outline = await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).toBe('solid');
});
