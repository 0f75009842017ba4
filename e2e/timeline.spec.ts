import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { goTo, onPage, root } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';
import { recordingIn } from './recording.ts';

const patient = { timeout: 30_000 };

const panes = (page: Page) => page.locator('.pane[data-drawn="ready"]');
const range = (page: Page) => page.locator('[data-range]');

test('series of a sample: panes, search, shared cursor, zoom by keyboard and mouse, numbers, CSV and PNG', async ({
  latchkey,
  folder,
}) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await goTo(page, 'Timeline');
  await onPage(page, 'timeline');
  await expect(panes(page)).toHaveCount(3, patient);

  await page.getByLabel('Add a series').fill('row lock waits');
  await expect(page.getByRole('listbox', { name: 'Series' }).getByRole('option')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panes(page)).toHaveCount(4, patient);
  await page.getByLabel('into').selectOption({ label: 'Questions' });
  await page.getByLabel('Add a series').fill('com_commit');
  await page.keyboard.press('Enter');
  const first = page.getByRole('figure', { name: 'Questions, Com_commit' });
  await expect(first).toBeVisible(patient);

  const control = page.getByRole('slider', { name: /Questions/ });
  await control.focus();
  await page.keyboard.press('Home');
  // Rates begin with the second sample.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(control).toHaveAttribute('aria-valuetext', /^1 s, .*Questions [\d.,]+\/s/);
  await page.keyboard.press('ArrowRight');
  await expect(control).toHaveAttribute('aria-valuetext', /^2 s, .*Questions [\d.,]+\/s/);
  await expect(page.locator('.chart-cursor:visible')).toHaveCount(4);

  // The sample lasts a minute, and its last sample comes somewhat later.
  const whole = /^0 6\d\d\d\d$/;
  await expect(range(page)).toHaveAttribute('data-range', whole);
  await page.keyboard.press('+');
  await expect(range(page)).not.toHaveAttribute('data-range', whole);
  const zoomed = await range(page).getAttribute('data-range');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(range(page)).not.toHaveAttribute('data-range', zoomed ?? '');
  await page.keyboard.press('0');
  await expect(range(page)).toHaveAttribute('data-range', whole);
  const box = await control.boundingBox();
  if (box === null) throw new Error('no chart');
  await page.mouse.move(box.x + box.width * 0.4, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + 50, { steps: 4 });
  await page.mouse.up();
  await expect(range(page)).not.toHaveAttribute('data-range', whole);
  // The pointer rests at the end of what it pulled over; under it lies an earlier moment now.
  const pulledTo = Number((await range(page).getAttribute('data-range'))?.split(' ')[1]);
  const moment = () => control.getAttribute('aria-valuenow').then(Number);
  await expect.poll(moment).toBeLessThan(pulledTo - 1000);
  await page.getByRole('button', { name: 'Whole', exact: true }).click();
  await expect(range(page)).toHaveAttribute('data-range', whole);

  await page.getByRole('button', { name: 'Numbers of Questions, Com_commit' }).click();
  await expect(page.getByRole('region', { name: /^Numbers of/ }).getByRole('row')).not.toHaveCount(1);

  for (const kind of ['CSV', 'PNG']) {
    const file = join(folder, `chart.${kind.toLowerCase()}`);
    await latchkey.saveDialogGives(file);
    await page.getByRole('button', { name: `Save Questions, Com_commit as ${kind}` }).click();
    await expect(page.getByText(`Chart saved to ${file}`)).toBeVisible(patient);
  }
  const [head, ...rows] = (await readFile(join(folder, 'chart.csv'), 'utf8')).split('\r\n');
  expect(head).toMatch(/^second,Questions,/);
  expect(rows.length).toBeGreaterThan(29);
  expect((await readFile(join(folder, 'chart.png'))).subarray(1, 4).toString()).toBe('PNG');
});

test('another snapshot is drawn over this one, from its own beginning, and taken off again', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await goTo(page, 'Timeline');
  await onPage(page, 'timeline');
  await expect(panes(page)).toHaveCount(3, patient);
  await expect(page.getByLabel('Overlay'), 'there is no other yet').toBeHidden();
  await openSample(page, 'mysql-9.7-after-plan');
  await goTo(page, 'Timeline');
  await expect(panes(page)).toHaveCount(3, patient);
  await page.getByLabel('Overlay').selectOption({ index: 1 });
  const first = page.getByRole('figure').first();
  await expect(first).toContainText(/Questions[^()]* \(.+\)/, patient);
  await expect(panes(page)).toHaveCount(3, patient);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Overlay').selectOption('none');
  await expect(first).not.toContainText(/Questions[^()]* \(.+\)/, patient);
});

test('a recording: stalls, events, averages that hide a stall; it is exported and deleted', async ({
  launch,
  folder,
}) => {
  await recordingIn(folder);
  const latchkey = await launch({ home: folder });
  const { page } = latchkey;
  await onPage(page, 'welcome');
  await goTo(page, 'Recordings');
  await onPage(page, 'recordings');
  const recordings = page.getByRole('region', { name: 'Recordings' });
  await recordings.getByRole('button', { name: 'ten minutes', exact: true }).click();
  await onPage(page, 'timeline');
  await expect(panes(page)).toHaveCount(2, patient);
  const stalls = page.getByRole('region', { name: 'Stalls', exact: true });
  await expect(stalls.getByRole('row')).toHaveCount(2, patient);
  await expect(stalls).toContainText('Threads_running 90 (usually');
  await expect(page.getByRole('region', { name: 'Events', exact: true })).toContainText('restarted');

  await expect(page.getByLabel('60 s averages')).toBeChecked();
  await expect(page.getByRole('figure').first()).toContainText('Questions: lowest');
  await page.getByLabel('samples (1 s)').uncheck();
  await expect(page.getByRole('figure').first()).not.toContainText('Questions: lowest');
  await page.getByLabel('samples (1 s)').check();
  await stalls.getByRole('button', { name: /Zoom to the stall/ }).click();
  await expect(range(page)).toHaveAttribute('data-range', '285000 318000');

  const file = join(folder, 'recorded.lks');
  await latchkey.saveDialogGives(file);
  await goTo(page, 'Recordings');
  await recordings.getByRole('button', { name: 'Export ten minutes' }).click();
  await expect(page.getByText(`Recording exported to ${file}`)).toBeVisible(patient);
  await recordings.getByRole('button', { name: 'Delete ten minutes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(recordings).toContainText('None yet');
});

test('active sessions by wait class is stacked on the diagnosis where sessions were sampled', async ({
  latchkey,
  folder,
}) => {
  const { page } = latchkey;
  const file = join(folder, 'sessions.lks');
  await withSessions(file);
  await onPage(page, 'welcome');
  await latchkey.openDialogGives(file);
  await page.getByRole('button', { name: 'Open snapshot' }).first().click();
  await onPage(page, 'diagnosis');
  const load = page.getByRole('region', { name: 'Active sessions by wait class' });
  await expect(load.getByRole('figure')).toContainText('redo log I/O', patient);
  await expect(load).toContainText('log_file 3');
  expect(await violations(page)).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the timeline (${colorScheme})`, async ({ latchkey }) => {
    const { page } = latchkey;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await goTo(page, 'Timeline');
    await onPage(page, 'timeline');
    expect(await violations(page), 'empty').toEqual([]);
    await openSample(page, 'mysql-9.7-starved-redo');
    await goTo(page, 'Timeline');
    await onPage(page, 'timeline');
    await expect(panes(page)).toHaveCount(3, patient);
    await page
      .getByRole('button', { name: /^Numbers/ })
      .first()
      .click();
    await page.getByLabel('Add a series').fill('row lock');
    await expect(page.getByRole('listbox', { name: 'Series' }).getByRole('option').first()).toBeVisible();
    expect(await violations(page), 'with series').toEqual([]);
    await page.keyboard.press('Escape');
    await latchkey.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2),
    );
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThan(700);
    const overflow = () => page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
}

/** A sample to which the series of sessions are added, as a snapshot of today has them. */
async function withSessions(file: string): Promise<void> {
  const packed = await readFile(join(root, 'samples', 'mysql-9.7-starved-redo.lks'));
  const snapshot = JSON.parse(gunzipSync(packed).toString('utf8'));
  const gauge = (level: number) => ({
    kind: 'gauge',
    unit: 'count',
    base: '0',
    values: snapshot.samples.times.map((_: number, index: number) => level + (index % 2)),
  });
  Object.assign(snapshot.samples.series, {
    'sessions.active': gauge(8),
    'sessions.running': gauge(2),
    'sessions.redoIo': gauge(3),
    'sessions.latch': gauge(1),
    'sessions.object.log_file': gauge(3),
  });
  snapshot.samples.sessions = { basis: 'waits', text: 'Current waits.' };
  await writeFile(file, gzipSync(JSON.stringify(snapshot)));
}
