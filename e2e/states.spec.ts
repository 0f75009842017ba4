// What a page shows while it waits, when its call fails, and of a snapshot of which parts are missing.
import type { Page } from '@playwright/test';
import type { RunningServer } from '../scripts/servers/index.ts';
import { goTo, type LatchkeyApp, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect, openSample, startSnapshot } from './journey.ts';
import { serverOrSkip } from './servers.ts';

const sample = 'mysql-9.7-starved-redo';
const patient = { timeout: 60_000 };
const pages = [
  'Diagnosis',
  'Plan',
  'Probes',
  'Buffer pool',
  'Recordings',
  'Timeline',
  'Compare',
  'Explorer',
  'History',
  'Settings',
];

let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** The process in which the engine runs. */
async function enginePid({ electron }: LatchkeyApp): Promise<number> {
  let found: number | undefined;
  await expect
    .poll(async () => {
      found = await electron.evaluate(
        ({ app }) => app.getAppMetrics().find((metric) => metric.name === 'Latchkey engine')?.pid,
      );
      return found;
    }, patient)
    .toBeDefined();
  if (found === undefined) throw new Error('The engine has no process.');
  return found;
}

function nameOf(title: string): string {
  return title.toLowerCase().replace(' ', '-');
}

/** That a page stands which can be used and read. */
async function expectSound(page: Page, place: string): Promise<void> {
  expect.soft(await violations(page), place).toEqual([]);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
}

test('while the engine has not answered, each page says what it waits for, and then it is there', async ({
  latchkey,
}) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  await openSample(page, sample);
  await page.locator('[data-finding]').first().waitFor();
  const pid = await enginePid(latchkey);
  for (const title of pages) {
    await goTo(page, 'Start');
    await onPage(page, 'welcome');
    // All that the page before asked for has been answered: what stands is of this page.
    await expect(page.getByRole('status').filter({ hasText: /^(Reading|Asking|Judging)/ })).toHaveCount(0);
    process.kill(pid, 'SIGSTOP');
    try {
      await goTo(page, title);
      await expect(page.locator(`html[data-page="${nameOf(title)}"]`)).toBeAttached();
      await expect(page.locator('main .loading').first(), title).toBeVisible();
      await expectSound(page, `${title}, loading`);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await onPage(page, nameOf(title));
    await expect(page.locator('main .loading')).toHaveCount(0, patient);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('where the engine has gone, each page says so and what to do, and keeps what it has', async ({
  latchkey,
}) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  latchkey.errorsExpected = true;
  await openSample(page, sample);
  // The first time it is started again, the second time it is not.
  for (const death of ['started again', 'Restart Latchkey']) {
    process.kill(await enginePid(latchkey), 'SIGKILL');
    await expect(page.getByText(death).first()).toBeVisible(patient);
  }
  for (const title of pages) {
    await goTo(page, title);
    await expect(page.locator(`html[data-page="${nameOf(title)}"]`)).toBeAttached();
    await expect(page.locator('main .loading'), title).toHaveCount(0, patient);
    await expect(
      page
        .locator('main')
        .getByText(/engine/i)
        .first(),
      title,
    ).toBeVisible();
    await expectSound(page, `${title}, failed`);
  }
  await goTo(page, 'Diagnosis');
  await expect(page.locator('[data-finding]').first()).toBeVisible();
});

test('every page of a partial snapshot says what is missing', async ({ latchkey }) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  server = await serverOrSkip('mysql97');
  await fillConnect(page, { socket: server.socket, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await startSnapshot(page, 600);
  await expect(page.locator('.running-words')).toContainText('left');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await onPage(page, 'diagnosis');
  await expect(page.getByRole('note')).toContainText('partial');
  // Nothing is drawn where there is nothing to draw.
  const load = page.getByRole('region', { name: 'Active sessions by wait class', exact: true });
  // Cancelled before its first sample, in its first second, or later.
  const words = page.getByText(
    /^(Active sessions by wait class: the window was too short|This snapshot has no samples)/,
  );
  await expect(load.or(words).first()).toBeVisible(patient);
  for (const title of pages) {
    await goTo(page, title);
    await onPage(page, nameOf(title));
    await expect(page.locator('main .loading')).toHaveCount(0, patient);
    await expect(page.getByRole('alert'), title).toHaveCount(0);
    await expect(page.getByRole('banner').getByText('Partial'), title).toBeVisible();
    await expectSound(page, `${title}, partial`);
  }
  await goTo(page, 'Explorer');
  await onPage(page, 'explorer');
  // A section that did not come says why, in place of rows.
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: /(failed|skipped)$/ })
    .first()
    .click();
  await expect(page.locator('.explorer-content')).toContainText(/^.*(Failed|Skipped): \S/s);
});
