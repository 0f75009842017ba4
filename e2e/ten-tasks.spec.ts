// The ten things that somebody does with a slow server, one after the other, in one window.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect, startSnapshot, unfold } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

const slow = { timeout: 60_000 };
const starved = {
  innodb_redo_log_capacity: '8M',
  innodb_buffer_pool_size: '32M',
  innodb_io_capacity: 100,
  table_open_cache: 64,
  max_connections: 40,
};
const load = { tables: 4, rows: 10_000 };
const windowSeconds = 10;

let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

test('ten tasks on a loaded MySQL 8.0: from connecting to the report for the boss', async ({
  latchkey,
  folder,
}, testInfo) => {
  test.setTimeout(300_000);
  const { page } = latchkey;
  server = await serverOrSkip('mysql80', { options: starved });
  const { socket } = server;
  await prepareSysbench({ socket, ...load });
  const busy = startSysbench({ socket, ...load, workload: 'oltp_read_write', threads: 4, seconds: 300 });
  const task = (title: string, body: () => Promise<void>) =>
    test.step(title, async () => {
      const begun = performance.now();
      await body();
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      testInfo.annotations.push({ type: 'task', description: `${title}: ${seconds} s` });
    });

  await task('connect', async () => {
    await fillConnect(page, { socket, user: 'root' });
    await page.getByRole('button', { name: 'Test' }).click();
    await expect(page.getByRole('region', { name: 'Result of the test' })).toContainText(
      'Connected to MySQL 8.0',
    );
    await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  });

  await task('find the bottleneck', async () => {
    await startSnapshot(page, windowSeconds);
    await onPage(page, 'diagnosis');
    await expect(page.locator('.headline-bottleneck, .headline-change')).toBeVisible();
  });

  await task('top statement', async () => {
    await goTo(page, 'Top SQL');
    await onPage(page, 'top-sql');
    const first = page.locator('.top-sql tbody tr').first();
    await expect(first).toContainText('%', slow);
    await first.getByRole('button').click();
    await expect(page.locator('.statement-detail').first()).toContainText('EXPLAIN');
  });

  await task('why this value', async () => {
    await goTo(page, 'Plan');
    await onPage(page, 'plan');
    await page.getByRole('button', { name: 'Add all' }).click();
    await page
      .getByRole('button', { name: /^Why ?: / })
      .first()
      .click();
    await onPage(page, 'finding');
    await expect(page.getByRole('article')).toContainText('Evidence');
    await expect(page.getByRole('article')).toContainText('When this advice is wrong');
    await page.keyboard.press('Alt+ArrowLeft');
    await onPage(page, 'plan');
  });

  const planned = page.getByLabel('Planned value of innodb_io_capacity', { exact: true });
  await task('edit the plan', async () => {
    for (const [variable, value] of [
      ['innodb_io_capacity', '600'],
      ['sort_buffer_size', '1M'],
    ] as const) {
      await unfold(page, 'Set another variable');
      await page.getByLabel('Variable', { exact: true }).fill(variable);
      await page.getByLabel('Value', { exact: true }).fill(value);
      await page.getByRole('button', { name: 'Put into the plan' }).click();
      await expect(page.getByLabel(`Planned value of ${variable}`, { exact: true })).toHaveValue(value, slow);
    }
    await planned.fill('400');
    await planned.press('Enter');
    await expect(planned).toHaveValue('400', slow);
  });

  await task('export', async () => {
    await page.getByRole('tab', { name: 'my.cnf' }).click();
    const saved = join(folder, 'my.cnf');
    await latchkey.saveDialogGives(saved);
    await page.getByRole('button', { name: 'Save my.cnf' }).click();
    await expect(page.getByText(`Saved to ${saved}`)).toBeVisible(slow);
    const text = await readFile(saved, 'utf8');
    expect(text).toContain('innodb_io_capacity = 400');
    expect(text).toMatch(
      /^# Latchkey plan for root@\S+, MySQL 8\.0\.\d+, by its snapshot of(?:\n#)? \S+ \S+ UTC\.$/m,
    );
  });

  const dialog = page.getByRole('dialog');
  await task('apply', async () => {
    await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
    await expect(page.getByRole('button', { name: 'Apply now' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Apply now' }).click();
    await expect(dialog.getByRole('region', { name: /^Statements, in this order/ })).toContainText(
      'SET GLOBAL `innodb_io_capacity` = 400',
      slow,
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `consent, ${colorScheme}`).toEqual([]);
    }
    expect(await globals(socket)).toMatchObject({ innodb_io_capacity: '100' });
    await dialog.getByRole('button', { name: 'Send these statements' }).click();
    const outcome = page.getByRole('region', { name: 'What was applied' });
    await expect(outcome).toHaveAttribute('data-status', 'applied', slow);
    await expect(outcome.getByText('Set and read back')).toBeInViewport({ ratio: 1 });
    await expect(outcome.getByRole('row', { name: /^innodb_io_capacity / })).toContainText('400');
    expect(await globals(socket)).toMatchObject({ innodb_io_capacity: '400', sort_buffer_size: '1048576' });
  });

  await task('did it help', async () => {
    await page.getByRole('button', { name: 'Measure again and compare' }).click();
    await expect(page.getByRole('button', { name: 'Open the new snapshot' })).toBeVisible({
      timeout: 120_000,
    });
    await expect(page.getByRole('region', { name: 'Recheck' }).getByRole('status')).toContainText(
      /[Tt]ransactions|within noise/,
    );
    expect(await violations(page), 'outcome').toEqual([]);
    // What came out stays with the snapshot, also where nothing is connected any more.
    await page.reload();
    await onPage(page, 'welcome');
    await goTo(page, 'History');
    await page
      .getByRole('row', { name: /Recheck/ })
      .getByRole('button')
      .first()
      .click();
    await onPage(page, 'diagnosis');
    await goTo(page, 'Plan');
    await expect(page.getByRole('region', { name: 'Recheck' }).getByRole('status')).toContainText(
      /[Tt]ransactions|within noise/,
      slow,
    );
  });

  await task('undo', async () => {
    const applied = page.getByRole('region', { name: 'Applied changes' });
    await applied.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog).toContainText('100');
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(applied.getByRole('button', { name: 'Undo' })).toHaveCount(0, slow);
    await expect(applied.getByRole('list', { name: 'Undone' })).toContainText(' to ');
    expect(await globals(socket)).toMatchObject({ innodb_io_capacity: '100', sort_buffer_size: '262144' });
  });
  await busy.stop();

  await task('report for the boss', async () => {
    await page.getByRole('button', { name: 'Open the new snapshot' }).click();
    await goTo(page, 'Summary');
    await onPage(page, 'summary');
    await page.getByLabel('Before').selectOption({ index: 1 });
    await expect(page.getByRole('region', { name: 'Before and after' })).toContainText('Transactions', slow);
    const path = join(folder, 'summary.pdf');
    await latchkey.saveDialogGives(path);
    await page.getByRole('button', { name: 'Save as PDF' }).click();
    await expect(page.getByText(path)).toBeVisible(slow);
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-');
  });
  console.log(testInfo.annotations.map(({ description }) => description).join('\n'));
});

async function globals(socket: string): Promise<Record<string, string>> {
  const connection = await mysql.createConnection({ socketPath: socket, user: 'root' });
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>(
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('innodb_io_capacity', 'sort_buffer_size')",
    );
    return Object.fromEntries(rows.map((row) => [String(row.Variable_name), String(row.Value)]));
  } finally {
    await connection.end();
  }
}
