import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect, openSample } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

const slow = { timeout: 60_000 };
let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const results = (page: Page) => page.getByRole('region', { name: 'Results' });

async function openResult(page: Page, probe: string): Promise<void> {
  await goTo(page, 'Probes');
  await onPage(page, 'probes');
  await results(page).locator(`[data-result="${probe}"]`).first().click(slow);
  await onPage(page, 'probe-result');
}

test('recorded results are reported without a server: verdict, variants, grid, seconds', async ({
  latchkey,
  folder,
}) => {
  const { page } = latchkey;
  await goTo(page, 'Probes');
  const concurrency = results(page).getByRole('row', { name: /^Thread concurrency/ });
  await expect(concurrency).toContainText(/MySQL 9\.7\.\d+.*innodb_thread_concurrency = \d+ is better/, slow);
  await openResult(page, 'ahi-spin-grid');
  await expect(page.getByRole('region', { name: 'Verdict' })).not.toBeEmpty();
  await expect(page.getByRole('img', { name: /A\/A control/ })).toBeVisible();
  const grid = page.getByRole('region', { name: 'Grid' });
  await expect(grid.getByRole('columnheader', { name: '24' })).toBeVisible();
  await expect(grid).toContainText('present settings');
  await expect(page.getByRole('region', { name: 'Meaning' })).toContainText('It does not say');
  await expect(page.getByRole('region', { name: 'Confidence' })).toContainText('A/A control');
  await expect(page.getByRole('region', { name: 'Guards' })).toContainText('watched, never breached');
  await expect(page.getByRole('region', { name: 'Other metrics' })).toContainText('statements/s');
  const seconds = page.getByRole('region', { name: 'Seconds' });
  await seconds.getByRole('button', { name: /^Numbers/ }).click();
  await expect(seconds.getByRole('table')).toContainText('Second');
  await expect(page.getByRole('button', { name: /^Use this value/ }).first()).toBeDisabled();

  for (const [title, name, text] of [
    ['Markdown', 'result.md', 'AHI ON, delay 0'],
    ['HTML', 'result.html', '<html'],
    ['JSON', 'result.json', '"latchkey/probe/1"'],
  ] as const) {
    await latchkey.saveDialogGives(join(folder, name));
    await page.getByRole('button', { name: `Save the result as ${title}` }).click();
    await expect(page.getByText(`Saved to ${join(folder, name)}`)).toBeVisible(slow);
    expect(await readFile(join(folder, name), 'utf8')).toContain(text);
  }
  const saved = async (region: string, button: RegExp, name: string) => {
    await latchkey.saveDialogGives(join(folder, name));
    await page
      .getByRole('region', { name: region, exact: true })
      .getByRole('button', { name: button })
      .click();
    await expect(page.getByText(`Chart saved to ${join(folder, name)}`)).toBeVisible(slow);
    return readFile(join(folder, name));
  };
  for (const region of ['Estimates', 'Grid', 'Seconds']) {
    const png = await saved(region, /PNG$/, `${region}.png`);
    expect([...png.subarray(0, 4)], region).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(
      (await saved(region, /CSV$/, `${region}.csv`)).toString('utf8').split('\n').length,
    ).toBeGreaterThan(4);
  }
  expect(await readFile(join(folder, 'Grid.csv'), 'utf8')).toContain('innodb_adaptive_hash_index');
  await page.getByRole('button', { name: 'All probes' }).click();
  await onPage(page, 'probes');
  await openResult(page, 'buffer-pool-resize');
  await expect(page.getByRole('region', { name: 'Resize' })).toContainText('Predicted');
});

test('a finding leads to its probe, and without a server the probe says what it needs', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.locator('[data-finding="redo-log-too-small"]').click();
  await onPage(page, 'finding');
  await page.getByRole('button', { name: 'Verify with a probe' }).click();
  await onPage(page, 'probe');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('A setting of your own');
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  await onPage(page, 'connect');
});

test('a value that was measured goes into the plan of an open snapshot', async ({ latchkey }) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await openResult(page, 'thread-concurrency');
  const arms = page.getByRole('region', { name: 'Variants' });
  await arms.getByRole('button', { name: /^Use this value ?: 2$/ }).click(slow);
  await arms.getByRole('button', { name: 'Go to the plan' }).click(slow);
  await onPage(page, 'plan');
  await expect(page.getByRole('main')).toContainText('innodb_thread_concurrency', slow);
});

test('a probe on a live server: refusal, plan, consent, run, stop, and everything is restored', async ({
  latchkey,
}) => {
  test.setTimeout(300_000);
  const { page } = latchkey;
  server = await serverOrSkip('mysql97');
  const { socket } = server;
  const load = { tables: 2, rows: 2000 };
  await prepareSysbench({ socket, ...load });
  const busy = startSysbench({
    socket,
    ...load,
    workload: 'oltp_read_only',
    threads: 2,
    seconds: 280,
    rate: 100,
  });

  await goTo(page, 'Probes');
  await onPage(page, 'probes');
  await page.locator('[data-probe="custom"]').click();
  await onPage(page, 'probe');
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  await fillConnect(page, { socket, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await onPage(page, 'snapshot');
  await goTo(page, 'Probes');
  await expect(page.locator('[data-probe="spin-wait-delay"]')).toBeVisible(slow);
  await page.locator('[data-probe="custom"]').click();
  await onPage(page, 'probe');

  await page.getByLabel('Name of variant 1').fill('short pauses');
  await page.getByLabel('Settings of variant 1').fill('nonsense');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await expect(page.getByText('Write variable = value')).toBeVisible();
  await page.getByLabel('Settings of variant 1').fill('innodb_page_size = 4096');
  await page.getByRole('radio', { name: /^Its own traffic/ }).check();
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await expect(page.getByRole('alert')).toContainText('changes only by a restart', slow);

  // Better values of one variable or two, in place of variants.
  await page.getByRole('radio', { name: /^Values of one variable or two/ }).check();
  await expect(page.getByLabel('Settings of variant 1')).toBeHidden();
  await page.getByLabel('Variable, or two with a comma').fill('a = 1');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await expect(page.getByText('The name of one variable, or of two with a comma.')).toBeVisible();
  await page.getByLabel('Variable, or two with a comma').fill('innodb_spin_wait_delay');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  const explored = page.getByRole('region', { name: 'Plan of the probe' });
  await expect(explored).toContainText('innodb_spin_wait_delay = 24', slow);
  await expect(explored).toContainText('Half of the time explores');
  await page
    .getByLabel('Variable, or two with a comma')
    .fill('innodb_spin_wait_delay, innodb_sync_spin_loops');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await expect(explored).toContainText(
    'pairs of values of innodb_spin_wait_delay and innodb_sync_spin_loops',
    slow,
  );
  await page.getByRole('radio', { name: /^Variants/ }).check();

  await page.getByLabel('Settings of variant 1').fill('innodb_spin_wait_delay = 3');
  await page.getByLabel('Longest time, minutes').fill('3');
  await page.getByRole('checkbox', { name: /^Dead man's switch/ }).check();
  await page.getByLabel('After, seconds').fill('4');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await expect(page.getByText('Whole seconds, 5 to 3600.')).toBeVisible();
  await page.getByLabel('After, seconds').fill('60');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  const plan = page.getByRole('region', { name: 'Plan of the probe' });
  await expect(plan).toContainText('One variant is compared with the present settings', slow);
  await expect(plan).toContainText('not heard of Latchkey for 60 s');
  await plan.getByRole('button', { name: 'Run this probe' }).click();
  const consent = page.getByRole('dialog');
  await expect(consent).toContainText('innodb_spin_wait_delay');
  await expect(consent).toContainText('Everything is restored');
  await expect(consent).toContainText('CREATE EVENT');
  await consent.getByRole('button', { name: 'Cancel' }).click();
  await plan.getByRole('button', { name: 'Run this probe' }).click();
  await consent.getByRole('button', { name: 'Agree and run' }).click();

  await expect(page.getByRole('region', { name: 'Guards' })).toContainText('within its limit', slow);
  // It goes on while another page is looked at.
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Probe running' }).click();
  const arm = page.locator('.probe-state').getByText('short pauses');
  await expect(arm).toBeVisible({ timeout: 120_000 });
  expect(await violations(page), 'while it runs').toEqual([]);
  await page.getByRole('button', { name: 'Stop and restore' }).click();
  await onPage(page, 'probe-result');
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Cancelled');
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(
    /original value|Restored and read back/,
  );
  await busy.stop();

  await goTo(page, 'Probes');
  await expect(results(page)).toContainText('Cancelled', slow);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the probes (${colorScheme})`, async ({ latchkey }) => {
    const { page } = latchkey;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await goTo(page, 'Probes');
    await onPage(page, 'probes');
    await expect(results(page).locator('[data-result]').first()).toBeVisible(slow);
    expect(await violations(page), 'cards and results').toEqual([]);
    await openResult(page, 'ahi-spin-grid');
    await page.locator('summary').filter({ hasText: 'Circumstances' }).click();
    await page.locator('summary').filter({ hasText: 'Statements that were sent' }).click();
    expect(await violations(page), 'a result').toEqual([]);
    await latchkey.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2),
    );
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThan(700);
    const overflow = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
