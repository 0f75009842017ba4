import { goTo, onPage } from './app.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

test('pictures', async ({ latchkey }) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await goTo(page, 'Timeline');
  await onPage(page, 'timeline');
  await expect(page.locator('.pane[data-drawn="ready"]')).toHaveCount(3);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: '/tmp/tl-light.png' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('slider').first().hover();
  await page.screenshot({ path: '/tmp/tl-dark.png' });
  await page.getByLabel('Add a series').fill('row lock');
  await page.screenshot({ path: '/tmp/tl-pick.png' });
  await page.keyboard.press('Enter');
  await page.locator('main').evaluate((main) => main.scrollTo(0, 99999));
  await page.screenshot({ path: '/tmp/tl-end.png' });
});
