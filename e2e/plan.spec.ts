import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { goTo, onPage } from './app.ts';
import { expect, test } from './fixtures.ts';
import { openSample, unfold } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

const slow = { timeout: 60_000 };
let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function planOfSample(page: Page, sample = 'mysql-9.7-starved-redo') {
  await openSample(page, sample);
  await goTo(page, 'Plan');
  await page.getByRole('button', { name: 'Add all' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('+', slow);
}

test('every output of the engine is a tab, there and back, and what a server cannot have is said', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await planOfSample(page);
  const text = page.getByRole('region', { name: 'Text of the plan' });
  const expected: [string, RegExp][] = [
    ['my.cnf', /\[mysqld\]/],
    ['SET PERSIST', /SET PERSIST innodb_redo_log_capacity/],
    ['PERSIST ONLY', /SET PERSIST_ONLY/],
    ['AWS CLI', /aws rds modify-db-parameter-group/],
    ['RDS JSON', /ParameterName/],
    ['gcloud', /gcloud sql instances patch/],
    ['az', /az mysql flexible-server/],
    ['Ansible', /innodb_redo_log_capacity/],
    ['Markdown', /\| *`?innodb_redo_log_capacity/],
    ['JSON', /latchkey\/plan\/1/],
    ['SET GLOBAL', /SET GLOBAL innodb_redo_log_capacity/],
  ];
  for (const [tab, pattern] of expected) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(text, tab).toContainText(pattern, slow);
  }
  const forward = (await text.textContent()) ?? '';
  await page.getByLabel('Rollback').check();
  await expect(text).not.toHaveText(forward, slow);
  await expect(text).toContainText('SET GLOBAL innodb_redo_log_capacity = 8388608');

  await planOfSample(page, 'mariadb-10.11-query-cache');
  await expect(page.getByRole('tab', { name: 'SET PERSIST' })).toBeHidden(slow);
  await page.getByText('Not for this server:').click();
  await expect(page.getByText('MariaDB has no SET PERSIST.').first()).toBeVisible();
});

test('a value is judged as the server would, a lock holds in every plan, and the memory bar follows', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await planOfSample(page);
  const value = page.getByLabel('Planned value of innodb_redo_log_capacity');
  await value.fill('rather a lot');
  await value.press('Enter');
  await expect(value).toHaveAttribute('aria-invalid', 'true', slow);
  const row = page
    .getByRole('region', { name: 'Changes' })
    .getByRole('row', { name: /^innodb_redo_log_capacity / });
  await expect(row).toContainText('is not a value of type');
  await value.fill('3G');
  await value.press('Enter');
  await expect(value).toHaveAttribute('aria-invalid', 'false', slow);

  const likely = page.locator('.memory-row').last().locator('.memory-words');
  const before = await likely.textContent();
  await unfold(page, 'Set another variable');
  await page.getByLabel('Variable', { exact: true }).fill('innodb-buffer-pool-size');
  await page.getByLabel('Value', { exact: true }).fill('4G');
  await page.getByRole('button', { name: 'Put into the plan' }).click();
  await expect(page.getByLabel('Planned value of innodb_buffer_pool_size')).toHaveValue('4G', slow);
  await expect(likely).not.toHaveText(before ?? '', slow);

  await page.getByRole('button', { name: 'Keep current value of innodb_buffer_pool_size' }).click();
  await expect(page.getByRole('region', { name: 'Locked variables' })).toContainText(
    'innodb_buffer_pool_size',
    slow,
  );
  await expect(page.getByText('Locked: the current value is kept.')).toBeVisible(slow);
  await openSample(page, 'mariadb-11.8-healthy');
  await goTo(page, 'Plan');
  await expect(page.getByRole('button', { name: 'Unlock innodb_buffer_pool_size' })).toBeVisible(slow);
});

test('a file with includes is edited where it decides', async ({ latchkey, folder }) => {
  const { page } = latchkey;
  const included = join(folder, 'tuning.cnf');
  await writeFile(included, '[mysqld]\ninnodb_redo_log_capacity = 8M\n');
  await writeFile(join(folder, 'my.cnf'), `[mysqld]\nserver_id = 3\n!include ${included}\n`);
  await planOfSample(page);
  await latchkey.openDialogGives(join(folder, 'my.cnf'));
  await page.getByRole('button', { name: 'Choose my.cnf' }).click();
  await expect(page.getByRole('region', { name: 'Diff of the option file' })).toContainText(
    'tuning.cnf',
    slow,
  );
});

test('what may lose transactions, and another server than that of the snapshot, need a word of their own', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  server = await serverOrSkip('mysql97');
  await planOfSample(page);
  await page.getByRole('button', { name: 'Connect to apply' }).click();
  await onPage(page, 'connect');
  await page.getByLabel('Unix socket').check();
  await page.getByRole('textbox', { name: 'Socket' }).fill(server.socket);
  await page.getByLabel('User', { exact: true }).fill('root');
  await page.getByRole('button', { name: 'Continue to the plan' }).click();
  await onPage(page, 'plan');
  await page.getByRole('button', { name: 'Apply now' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('another server', slow);
  await dialog.getByLabel(/Apply to a server other/).fill('the same load runs there');
  await dialog.getByLabel(/Also apply changes that may lose/).check();
  await dialog.getByRole('button', { name: 'Show the statements' }).click();
  await expect(dialog).toContainText('because: the same load runs there', slow);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('a plan stays with its snapshot: while another is open, and after a restart; the history shows it', async ({
  launch,
  folder,
}) => {
  const option = join(folder, 'my.cnf');
  await writeFile(option, '[mysqld]\ninnodb_redo_log_capacity = 8M\n');
  const first = await launch({ home: folder });
  await onPage(first.page, 'welcome');
  await planOfSample(first.page);
  await first.openDialogGives(option);
  await first.page.getByRole('button', { name: 'Choose my.cnf' }).first().click();
  await expect(first.page.getByText(option).first()).toBeVisible(slow);
  const value = first.page.getByLabel('Planned value of innodb_redo_log_capacity');
  await value.fill('3G');
  await value.press('Enter');
  await expect(first.page.getByRole('tabpanel')).toContainText('3G', slow);
  await openSample(first.page, 'mariadb-10.11-query-cache');
  await goTo(first.page, 'Plan');
  await expect(first.page.getByLabel('Planned value of innodb_redo_log_capacity')).toHaveCount(0);
  await openSample(first.page, 'mysql-9.7-starved-redo');
  await goTo(first.page, 'Plan');
  await expect(value).toHaveValue('3G', slow);
  await first.close();

  const second = await launch({ home: folder });
  await onPage(second.page, 'welcome');
  await openSample(second.page, 'mysql-9.7-starved-redo');
  await goTo(second.page, 'Plan');
  await expect(second.page.getByLabel('Planned value of innodb_redo_log_capacity')).toHaveValue('3G', slow);
  await expect(second.page.getByText(option).first()).toBeVisible();
  await goTo(second.page, 'History');
  await expect(second.page.getByText(/Plan: \d+ findings?, 1 value set by hand/)).toBeVisible(slow);
});
