import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goTo, type LatchkeyApp, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

const patient = { timeout: 60_000 };

function bounds({ electron }: LatchkeyApp) {
  return electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
}

/** Labels and keys of a menu that stands in the bar under this name. */
function menuOf({ electron }: LatchkeyApp, name: string) {
  return electron.evaluate(({ Menu }, wanted) => {
    const items =
      Menu.getApplicationMenu()?.items.find(({ label }) => label === wanted)?.submenu?.items ?? [];
    return items.map(({ label, accelerator, submenu }) => ({
      label,
      accelerator: String(accelerator ?? ''),
      below: submenu?.items.map((item) => item.label) ?? [],
    }));
  }, name);
}

test('the tour is offered once, leads through the pages on a sample, and can be skipped', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await onPage(page, 'welcome');
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const tour = page.getByRole('region', { name: 'Tour' });
  for (const name of ['diagnosis', 'finding', 'plan', 'probes', 'timeline']) {
    await onPage(page, name);
    expect(await violations(page), name).toEqual([]);
    // By keyboard alone: the words have the focus, the button comes after them.
    await expect(tour.getByRole('heading')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
  await onPage(page, 'connect');
  await tour.getByRole('button', { name: 'Back' }).click();
  await onPage(page, 'timeline');
  await tour.getByRole('button', { name: 'Skip the tour' }).click();
  await expect(tour).toBeHidden();
  await goTo(page, 'Start');
  await expect(page.getByRole('button', { name: 'Take the tour' })).toBeHidden();
});

test('place and size of the window and the recent files stay from one start to the next; menus show their keys', async ({
  launch,
  folder,
}) => {
  const first = await launch({ home: folder });
  await openSample(first.page, 'mariadb-11.8-healthy');
  const wanted = { x: 40, y: 30, width: 1010, height: 680 };
  await first.electron.evaluate(
    ({ BrowserWindow }, given) => BrowserWindow.getAllWindows()[0]?.setBounds(given),
    wanted,
  );
  await expect.poll(() => bounds(first)).toMatchObject({ width: 1010, height: 680 });
  const kept = await bounds(first);
  const recent = async (app: LatchkeyApp) =>
    (await menuOf(app, '&File')).find(({ label }) => label === 'Open recent')?.below;
  await expect.poll(() => recent(first)).toContain('mariadb-11.8-healthy.lks');
  await first.close();

  const second = await launch({ home: folder });
  await onPage(second.page, 'welcome');
  expect(await bounds(second)).toEqual(kept);
  expect(await recent(second)).toContain('mariadb-11.8-healthy.lks');
  const keys = new Map((await menuOf(second, '&View')).map(({ label, accelerator }) => [label, accelerator]));
  expect(keys.get('Plan')).toBe('CmdOrCtrl+3');
  expect(keys.get('Settings')).toBe('CmdOrCtrl+0');
  await second.electron.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find(({ label }) => label === 'Open recent')?.submenu?.items[0]?.click();
  });
  await onPage(second.page, 'diagnosis');
  await second.electron.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find(({ label }) => label === 'Buffer pool')?.click();
  });
  await onPage(second.page, 'buffer-pool');
});

test('history shows of each server what was found over time, compares, and deletes what is old after a question', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await openSample(page, 'mysql-9.7-after-plan');
  await goTo(page, 'History');
  await onPage(page, 'history');
  await page.getByRole('button', { name: /^Findings over time/ }).click();
  const matrix = page.getByRole('region', { name: 'Table of findings over time' });
  const redo = matrix.getByRole('row', { name: /redo log too small/i });
  await expect(redo.getByRole('cell')).toHaveText(['Warning', 'not found'], patient);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.getByRole('button', { name: /^Compare first and last/ }).click();
  await onPage(page, 'compare');
  await expect(page.getByRole('tabpanel')).toContainText('Redo log too small', patient);
  await goTo(page, 'History');
  await page.getByLabel('Delete snapshots older than').fill('0');
  await page.getByRole('button', { name: 'Show which' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 snapshot deleted.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(1);
});

test('vital signs, memory budget and the drawing of the pool are saved as picture and as numbers', async ({
  latchkey,
  folder,
}) => {
  const { page } = latchkey;
  const save = async (name: RegExp, file: string) => {
    const path = join(folder, file);
    await latchkey.saveDialogGives(path);
    await page.getByRole('button', { name }).click();
    await expect(page.getByText(`Chart saved to ${path}`)).toBeVisible(patient);
    return readFile(path);
  };
  const both = async (title: string, file: string) => {
    const png = await save(new RegExp(`^Save ${title} as PNG`), `${file}.png`);
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    return (await save(new RegExp(`^Save ${title} as CSV`), `${file}.csv`)).toString();
  };
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.getByRole('button', { name: /^Redo written/ }).click();
  expect((await both('Redo written over the window', 'redo')).split('\r\n').length).toBeGreaterThan(28);
  await goTo(page, 'Plan');
  await page.getByRole('button', { name: 'Add all' }).click();
  expect(await both('Memory budget', 'memory')).toMatch(/InnoDB buffer pool,\d+/);
  await goTo(page, 'Buffer pool');
  await onPage(page, 'buffer-pool');
  expect(await both('Instances and chunks of the buffer pool', 'pool')).toContain('chunk');
});

test('a report leaves without the names that its reader is not to see', async ({ latchkey, folder }) => {
  const { page } = latchkey;
  await openSample(page, 'mariadb-10.11-query-cache');
  const save = async (name: string) => {
    const path = join(folder, name);
    await latchkey.saveDialogGives(path);
    await page.getByRole('button', { name: 'Save as Markdown' }).click();
    await expect(page.getByText(`Report saved to ${path}`)).toBeVisible(patient);
    return readFile(path, 'utf8');
  };
  expect(await save('as-it-is.md')).toContain('/run/mysqld');
  await page.getByText('Anonymize', { exact: true }).click();
  await page.getByRole('checkbox', { name: /^hosts/ }).check();
  await page.getByRole('checkbox', { name: /^names/ }).check();
  const handedOn = await save('handed-on.md');
  expect(handedOn).not.toContain('sbtest');
  expect(handedOn).toContain('query cache');
});
