import { existsSync } from 'node:fs';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { goTo, onPage, runApp } from './app.ts';
import { dropFile } from './drop.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

const sample = 'mysql-9.7-starved-redo';
const sampleFile = join(import.meta.dirname, '..', 'samples', `${sample}.lks`);

test('a sample: headline, finding, plan, and the option file is saved', async ({ latchkey, folder }) => {
  const { page } = latchkey;
  await openSample(page, sample);
  await expect(page.locator('.headline-bottleneck .headline-text')).toContainText(/\d/);
  await expect(page.getByRole('button', { name: /^Statements/ })).toBeVisible();

  await page.getByRole('button', { name: /redo log too small/i }).click();
  await onPage(page, 'finding');
  await expect(page.getByRole('table', { name: 'Evidence' })).toContainText('MiB');
  await expect(page.getByRole('region', { name: 'Change of the option file' })).toContainText(
    '+innodb_redo_log_capacity',
  );
  await page.getByRole('button', { name: 'Add to plan' }).click();
  await page.getByRole('button', { name: 'Go to the plan' }).click();
  await onPage(page, 'plan');
  const value = page.getByLabel('Planned value of innodb_redo_log_capacity');
  await expect(value).toBeVisible();

  // A value set by hand wins, and every output follows.
  await value.fill('2G');
  await value.press('Enter');
  await page.getByRole('tab', { name: 'my.cnf' }).click();
  await expect(page.getByRole('region', { name: 'Text of the plan' })).toContainText(
    'innodb_redo_log_capacity = 2G',
  );
  await page.getByRole('tab', { name: 'SET GLOBAL' }).click();
  await expect(page.getByRole('region', { name: 'Text of the plan' })).toContainText(
    'SET GLOBAL innodb_redo_log_capacity = 2147483648',
  );

  const path = join(folder, 'my.cnf');
  await latchkey.saveDialogGives(path);
  await page.getByRole('tab', { name: 'my.cnf' }).click();
  await page.getByRole('button', { name: 'Save my.cnf' }).click();
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible();
  const text = await readFile(path, 'utf8');
  expect(text).toContain('[mysqld]');
  expect(text).toMatch(/^innodb_redo_log_capacity = 2G$/m);
});

test('the plan is made against the option file that the user chooses', async ({ latchkey, folder }) => {
  const { page } = latchkey;
  const mine = join(folder, 'mine.cnf');
  await writeFile(mine, '# kept\n[mysqld]\ninnodb_redo_log_capacity = 8M\nserver_id = 7\n');
  await openSample(page, sample);
  await goTo(page, 'Plan');
  await page.getByRole('button', { name: 'Add all' }).click();
  await latchkey.openDialogGives(mine);
  await page.getByRole('button', { name: 'Choose my.cnf' }).click();
  const diff = page.getByRole('region', { name: 'Diff of the option file' });
  await expect(diff).toContainText('-innodb_redo_log_capacity = 8M');
  await expect(diff).not.toContainText('-server_id');
});

test('locking a variable takes it out of the plan and says so', async ({ latchkey }) => {
  const { page } = latchkey;
  await openSample(page, sample);
  await goTo(page, 'Plan');
  await page.getByRole('button', { name: 'Add all' }).click();
  const value = page.getByLabel('Planned value of innodb_redo_log_capacity');
  await expect(value).toBeVisible();
  await page.getByRole('button', { name: 'Keep current value of innodb_redo_log_capacity' }).click();
  await expect(value).toBeHidden();
  await page.getByRole('button', { name: 'Unlock innodb_redo_log_capacity' }).click();
  await expect(value).toBeVisible();
});

test('explorer shows sections as tables that filter and sort, and the statements that were sent', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await openSample(page, sample);
  await goTo(page, 'Explorer');
  await onPage(page, 'explorer');
  const rows = page.getByRole('region', { name: 'Rows of variables' });
  await page.getByLabel(/^Changed from default/).check();
  await expect(rows.getByRole('columnheader', { name: 'default' })).toBeVisible();
  await expect(rows.getByRole('cell', { name: 'version_comment', exact: true })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search all sections' }).fill('Innodb_log_waits');
  const sections = page.getByRole('heading', { level: 3 });
  await expect(sections.filter({ hasText: 'status' })).toBeVisible();
  await sections.getByRole('button', { name: 'status', exact: true }).click();
  await expect(page.getByPlaceholder('Filter rows')).toHaveValue('Innodb_log_waits');
  await expect(page.getByRole('cell', { name: 'Innodb_log_waits', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^variables/ }).click();
  await page.getByPlaceholder('Filter rows').fill('innodb_buffer_pool_size');
  await expect(rows.getByRole('cell', { name: 'innodb_buffer_pool_size', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^status/ }).click();
  await page.getByRole('button', { name: 'Start of the window' }).click();
  await page.getByRole('button', { name: 'name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: /^innodb-status/ }).click();
  const text = await page.getByRole('region', { name: 'Text of innodb-status' }).textContent();
  const history = /History list length (\d+)/.exec(text ?? '')?.[1] ?? 'no such line';
  const read = page.getByRole('region', { name: 'Parsed values' });
  await expect(read.getByRole('row', { name: 'history list length' })).toContainText(history);
  await page.getByRole('button', { name: 'Statements sent' }).click();
  await expect(page.getByRole('region', { name: 'Rows of statements' })).toContainText('SELECT');
});

test('history lists what was opened, exports it, and deletes it after a question', async ({
  latchkey,
  folder,
}) => {
  const { page } = latchkey;
  await openSample(page, sample);
  await goTo(page, 'History');
  const path = join(folder, 'copy.lks');
  await latchkey.saveDialogGives(path);
  await page.getByRole('button', { name: /^Export/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText(`Snapshot exported to ${path}`)).toBeVisible();
  expect((await stat(path)).size).toBeGreaterThan(1000);
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No snapshots yet')).toBeVisible();
  expect(existsSync(sampleFile), 'a file that was opened from elsewhere stays').toBe(true);
});

test('a report is saved', async ({ latchkey, folder }) => {
  const { page } = latchkey;
  await openSample(page, sample);
  const path = join(folder, 'report.html');
  await latchkey.saveDialogGives(path);
  await page.getByRole('button', { name: 'Save as HTML' }).click();
  await expect(page.getByText(`Report saved to ${path}`)).toBeVisible();
  expect(await readFile(path, 'utf8')).toContain('redo log');
});

test('a file given on the command line is opened, and its picture taken', async ({ display, folder }) => {
  const picture = join(folder, 'window.png');
  const profile = `--user-data-dir=${join(folder, 'home')}`;
  const { code, stderr } = await runApp(display, [
    profile,
    `--open=${sampleFile}`,
    `--screenshot=${picture}`,
  ]);
  expect(code, stderr).toBe(0);
  const bytes = await readFile(picture);
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  // Width in the image's header: the window's content, at whatever scale the screen has.
  expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(1200);
});

test('a picture of a file that cannot be opened fails with the reason', async ({ display, folder }) => {
  const picture = join(folder, 'window.png');
  const profile = `--user-data-dir=${join(folder, 'home')}`;
  const { code, stderr } = await runApp(display, [profile, '--open=/absent.lks', `--screenshot=${picture}`]);
  expect(code).toBe(1);
  expect(stderr).toContain('/absent.lks');
  expect(existsSync(picture)).toBe(false);
});

test.describe('files that are no good', () => {
  const cases: { what: string; code: string; make: (path: string) => Promise<void> }[] = [
    { what: 'empty', code: 'not-a-snapshot', make: (path) => writeFile(path, '') },
    {
      what: 'foreign',
      code: 'not-a-snapshot',
      make: (path) => writeFile(path, gzipSync('{"hello":"world"}')),
    },
    {
      what: 'truncated',
      code: 'snapshot-truncated',
      make: async (path) => {
        await writeFile(path, await readFile(sampleFile));
        await truncate(path, 20_000);
      },
    },
    {
      what: 'damaged in the middle',
      code: 'snapshot-corrupt',
      make: async (path) => {
        const bytes = await readFile(sampleFile);
        const middle = Math.floor(bytes.length / 2);
        bytes.fill(0xa5, middle, middle + 64);
        await writeFile(path, bytes);
      },
    },
    {
      what: 'against its schema',
      code: 'snapshot-corrupt',
      make: async (path) => {
        const text = gunzipSync(await readFile(sampleFile)).toString('utf8');
        await writeFile(path, gzipSync(text.replace('"literals":"removed"', '"literals":7')));
      },
    },
    {
      what: 'made by a newer version',
      code: 'snapshot-newer',
      make: async (path) => {
        const text = gunzipSync(await readFile(sampleFile)).toString('utf8');
        await writeFile(path, gzipSync(text.replace('latchkey/snapshot/1', 'latchkey/snapshot/99')));
      },
    },
  ];

  test('each is refused with a precise message, and the app goes on', async ({ latchkey, folder }) => {
    const { page } = latchkey;
    for (const { what, code, make } of cases) {
      const path = join(folder, `${what.replaceAll(' ', '-')}.lks`);
      await make(path);
      await latchkey.openDialogGives(path);
      await goTo(page, 'Start');
      await page.getByRole('button', { name: 'Open snapshot' }).click();
      const alert = page.getByRole('alert');
      await expect(alert, what).toHaveAttribute('data-error', code);
      await expect(alert, what).toContainText(path);
      await alert.getByRole('button', { name: 'Dismiss' }).click();
    }
    await openSample(page, sample);
  });

  test('one that is not there is named', async ({ latchkey }) => {
    const { page } = latchkey;
    await latchkey.openDialogGives('/nowhere/absent.lks');
    await page.getByRole('button', { name: 'Open snapshot' }).click();
    await expect(page.getByRole('alert')).toHaveAttribute('data-error', 'file-not-found');
    await expect(page.getByRole('alert')).toContainText('/nowhere/absent.lks');
  });
});

test('a dropped file is opened', async ({ latchkey }) => {
  const { page } = latchkey;
  await onPage(page, 'welcome');
  await dropFile(page, sampleFile);
  await onPage(page, 'diagnosis');
});

test('a second start hands its file to the running window', async ({ latchkey, display }) => {
  await onPage(latchkey.page, 'welcome');
  await runApp(display, [`--user-data-dir=${latchkey.home}`, `--open=${sampleFile}`]);
  await onPage(latchkey.page, 'diagnosis');
});

test('an engine that dies is started again, and the window says so', async ({ latchkey }) => {
  const { page } = latchkey;
  await onPage(page, 'welcome');
  await expect(page.locator('[data-sample]').first()).toBeVisible();
  const pid = await latchkey.electron.evaluate(
    ({ app }) => app.getAppMetrics().find((metric) => metric.name === 'Latchkey engine')?.pid,
  );
  if (pid === undefined) throw new Error('The engine has no process.');
  process.kill(pid, 'SIGKILL');
  await expect(page.getByText('The engine stopped unexpectedly')).toBeVisible();
  await openSample(page, sample);
});

test('the menu opens a snapshot, goes to a new one, and shows the keys', async ({ latchkey }) => {
  const { page } = latchkey;
  await onPage(page, 'welcome');
  const choose = (label: string) =>
    latchkey.electron.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? [];
      const item = items.find((candidate) => candidate.label === wanted);
      if (item === undefined) throw new Error(`The menu has no "${wanted}".`);
      item.click();
    }, label);
  await latchkey.openDialogGives(sampleFile);
  await choose('Open snapshot…');
  await onPage(page, 'diagnosis');
  await choose('Keyboard shortcuts');
  await expect(page.getByRole('dialog')).toContainText('Next and previous finding');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await choose('Take snapshot…');
  await onPage(page, 'connect');
});

test('the theme chosen by hand stays', async ({ latchkey }) => {
  const { page } = latchkey;
  await goTo(page, 'Settings');
  await onPage(page, 'settings');
  await page.getByLabel('Dark').check();
  await page.reload();
  await onPage(page, 'welcome');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
