import { join } from 'node:path';
import { sourceModules } from '../scripts/source-modules.ts';
import { goTo, onPage, root } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const patient = { timeout: 60_000 };
const hours = 336;

/** A sample with two weeks before it: its own rates, more of them on weekdays from 9 to 11, with a restart and a change. */
async function sampleWithHistory(path: string): Promise<void> {
  type Files = typeof import('../src/files/snapshot/snapshot-file.ts');
  type Weeks = typeof import('../test/files/history-of.ts');
  await sourceModules<[Files, Weeks], Promise<void>>(
    ['/src/files/snapshot/snapshot-file.ts', '/test/files/history-of.ts'],
    async ({ readSnapshot, writeSnapshot }, { historyOf }) => {
      const snapshot = await readSnapshot(join(root, 'samples', 'mysql-8.0-before-plan.lks'));
      const isBusy = (at: Date) => at.getUTCDay() % 6 !== 0 && at.getUTCHours() >= 9 && at.getUTCHours() < 11;
      const history = historyOf(snapshot, hours, (at) => (isBusy(at) ? 3 : 0.3));
      const at = (hour: number) => new Date(Date.parse(history.from) + hour * 3_600_000).toISOString();
      await writeSnapshot(path, {
        ...snapshot,
        history: {
          ...history,
          restarts: [at(100)],
          settings: [{ at: at(200), variable: 'sync_binlog', from: '0', to: '1' }],
        },
      });
    },
  );
}

test('a snapshot with history: diagnosis, finding, timeline with marks; ranges are loaded as they are shown', async ({
  latchkey,
  folder,
}) => {
  const { page } = latchkey;
  const path = join(folder, 'weeks.lks');
  await sampleWithHistory(path);
  await latchkey.openDialogGives(path);
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Open snapshot' }).click();
  await onPage(page, 'diagnosis');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('336 of 336 hours known', patient);
  await expect(history).toContainText('15 s averages: no micro-stalls can be seen');
  await expect(history.getByRole('row', { name: /^Busy weekdays/ })).toContainText('weekdays 9 to 11 UTC');
  await expect(history.getByRole('row', { name: /^Change/ })).toContainText('sync_binlog went from 0 to 1');
  await page
    .getByRole('button', { name: /Innodb_buffer_pool_wait_free/ })
    .first()
    .click();
  await onPage(page, 'finding');
  await expect(page.getByRole('article')).toContainText('In the history: in ');

  await goTo(page, 'Timeline');
  await onPage(page, 'timeline');
  await page.getByLabel('Series of').selectOption('the history of this snapshot');
  const panes = page.locator('.pane[data-drawn="ready"]');
  await expect(panes.first()).toBeVisible(patient);
  const range = page.locator('[data-range]');
  await expect(range).toContainText('of 14 d since');
  await expect(page.getByRole('figure').first()).toContainText('Questions');
  const events = page.getByRole('region', { name: 'Events', exact: true });
  for (const text of [
    'The server was restarted.',
    'sync_binlog went from 0 to 1',
    'This snapshot was taken.',
  ])
    await expect(events).toContainText(text);
  const whole = (await range.getAttribute('data-range')) ?? '';
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(range).not.toHaveAttribute('data-range', whole);
  await expect(panes.first()).toBeVisible(patient);
  await page.getByRole('button', { name: 'Whole', exact: true }).click();
  await expect(range).toHaveAttribute('data-range', whole);
  expect(await violations(page)).toEqual([]);

  await page.getByLabel('Series of').selectOption('this snapshot');
  await expect(range).not.toHaveAttribute('data-range', whole, patient);
});
