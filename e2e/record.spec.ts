import type { Page } from '@playwright/test';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import { goTo, onPage } from './app.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect, startSnapshot } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

const slow = { timeout: 60_000 };
const load = { tables: 1, rows: 2000 };

let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const recordings = (page: Page) => page.getByRole('region', { name: 'Recordings' });

test('a server under load is recorded from the window until Stop, and what was recorded is drawn', async ({
  latchkey,
}) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  server = await serverOrSkip('mariadb1011');
  const { socket } = server;
  await prepareSysbench({ socket, ...load });
  const busy = startSysbench({
    socket,
    ...load,
    workload: 'oltp_read_write',
    threads: 2,
    seconds: 180,
    rate: 50,
  });

  await fillConnect(page, { socket, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await startSnapshot(page, 3);
  await onPage(page, 'diagnosis');
  await goTo(page, 'Recordings');
  await onPage(page, 'recordings');
  await page.getByRole('combobox', { name: /^Record / }).selectOption('10 min');
  await page.getByRole('button', { name: 'Start recording' }).click();
  const row = recordings(page).locator('tbody tr').first();
  await expect(row).toContainText('Recording', slow);
  await expect(recordings(page)).toContainText('is being recorded already');

  // Its charts grow second by second, with the time that is left.
  const running = page.getByRole('region', { name: 'Running recording' });
  await expect(running.getByRole('status').first()).toContainText(/recorded for .*, 9 min \d+ s left/, slow);
  const throughput = running.getByRole('button', { name: /^Statements/ }).locator('.tile-value');
  await expect(throughput).toHaveText(/[1-9]/, slow);
  const first = await throughput.textContent();
  await expect(throughput).not.toHaveText(first ?? '', slow);
  await row.getByRole('button', { name: /^Stop/ }).click();
  await expect(row.getByRole('button', { name: /^Stop/ })).toHaveCount(0, slow);

  await goTo(page, 'Watch');
  const watch = page.getByRole('region', { name: 'Watch', exact: true });
  await watch.getByRole('textbox').fill('Threads_runing > 0');
  await watch.getByRole('button', { name: 'Start watching' }).click();
  await expect(watch).toContainText('Threads_runing', slow);
  await watch.getByRole('textbox').fill('Threads_running > 0 && rate.Questions > 1');
  await watch.getByRole('combobox', { name: 'At most' }).selectOption('1 snapshot');
  await watch.getByRole('combobox', { name: 'Sampling duration' }).selectOption('10 s');
  await watch.getByRole('button', { name: 'Start watching' }).click();
  await expect(watch.getByRole('status')).toContainText('is watched', slow);
  await expect(page.getByText('a snapshot was taken, and is in the history')).toBeVisible(slow);
  await watch.getByRole('textbox').fill('Threads_running > 5000');
  await watch.getByRole('button', { name: 'Start watching' }).click();
  await expect(watch.getByRole('status')).toContainText('does not hold', slow);
  await watch.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByText('Threads_running > 5000: no snapshot was taken.')).toBeVisible(slow);
  await busy.stop();
  await goTo(page, 'Recordings');
  await expect(row).not.toContainText('Cut short');
  await row.getByRole('rowheader').getByRole('button').click();
  await onPage(page, 'timeline');
  await expect(page.locator('.pane').first()).toHaveAttribute('data-drawn', 'ready', slow);
  // What it drew has values: sysbench kept the server busy.
  await page
    .getByRole('figure')
    .first()
    .getByRole('button', { name: /^Numbers/ })
    .click();
  const numbers = page.getByRole('region', { name: /^Numbers of/ }).locator('tbody td.number');
  await expect(numbers.filter({ hasText: /[1-9]/ }).first()).toBeVisible(slow);
});
