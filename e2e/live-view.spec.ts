import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

const slow = { timeout: 60_000 };
const load = { tables: 1, rows: 2000 };

let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

test('a server is looked at live: its figures move, stand still in a pause, become a snapshot, and are kept or gone', async ({
  latchkey,
  folder,
}) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  server = await serverOrSkip('mysql80');
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

  await goTo(page, 'Live');
  await onPage(page, 'live');
  await expect(page.getByText('connect to it first')).toBeVisible();
  await fillConnect(page, { socket, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await onPage(page, 'snapshot');
  await goTo(page, 'Live');
  await page.getByRole('button', { name: 'Start live view' }).click();

  const state = page.locator('.live-tools').getByRole('status');
  const throughput = page.getByRole('button', { name: /^Statements/ }).locator('.tile-value');
  await expect(throughput).toHaveText(/[1-9]/, slow);
  const first = await throughput.textContent();
  await expect(throughput).not.toHaveText(first ?? '', slow);
  await expect(page.getByRole('region', { name: 'Active sessions by wait class' })).toContainText(
    'CPU or running',
    slow,
  );
  await expect(state).toContainText(/running for (?!0 s|1 s|2 s)/, slow);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page), colorScheme).toEqual([]);
  }

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(state).toContainText('sampling goes on');
  const shown = await state.textContent();
  await goTo(page, 'Start');
  await page.getByRole('banner').getByRole('button', { name: 'Live view' }).click();
  await onPage(page, 'live');
  await expect(state, 'away from the page it went on').not.toHaveText(shown ?? '', slow);

  const path = join(folder, 'peak.lks');
  await latchkey.saveDialogGives(path);
  await page.getByRole('button', { name: 'Snapshot of this span' }).click();
  await onPage(page, 'diagnosis');
  expect(existsSync(path)).toBe(true);
  await expect(page.getByRole('region', { name: 'Vital signs' })).toContainText('Statements', slow);

  await goTo(page, 'Live');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(state).toContainText('stopped after', slow);
  await page.getByRole('button', { name: 'Keep as a recording' }).click();
  await onPage(page, 'timeline');
  await goTo(page, 'Recordings');
  const rows = page.getByRole('region', { name: 'Recordings' }).locator('tbody tr');
  await expect(rows).toHaveCount(1, slow);

  await goTo(page, 'Live');
  await page.getByRole('button', { name: 'Start live view' }).click();
  await expect(throughput).toHaveText(/[1-9]/, slow);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Start live view' })).toBeVisible(slow);
  await goTo(page, 'Recordings');
  await expect(rows).toHaveCount(1, slow);
  await busy.stop();
});
