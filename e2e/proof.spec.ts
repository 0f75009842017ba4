import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import { proofResultSchema } from '../src/shared/proof.ts';
import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect, openSample, startSnapshot, unfold } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

const slow = { timeout: 60_000 };
let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

test('without a plan, and without a server, the page says what it needs', async ({ latchkey }) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await goTo(page, 'Plan');
  await onPage(page, 'plan');
  await expect(page.getByRole('button', { name: 'Prove this plan' })).toBeDisabled(slow);
  await page.getByRole('button', { name: 'Add all' }).click();
  await page.getByRole('button', { name: 'Prove this plan' }).click(slow);
  await onPage(page, 'proof');
  await expect(page.getByRole('region', { name: 'No server' })).toContainText('can be proven');
  expect(await violations(page), 'without a server').toEqual([]);
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  await onPage(page, 'connect');
});

test('a plan is proven on a live server: design, consent, run, verdict, kept in the history', async ({
  latchkey,
  folder,
}) => {
  test.setTimeout(400_000);
  const { page } = latchkey;
  server = await serverOrSkip('mysql80');
  const { socket } = server;
  const load = { tables: 1, rows: 2000 };
  await prepareSysbench({ socket, ...load });
  const busy = startSysbench({
    ...{ socket, ...load, workload: 'oltp_read_only', threads: 2, seconds: 380, rate: 100 },
    // Statements that are sent as prepared ones have no digest.
    args: ['--db-ps-mode=disable'],
  });

  await fillConnect(page, { socket, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await onPage(page, 'snapshot');
  await startSnapshot(page, 2);
  await onPage(page, 'diagnosis');
  await goTo(page, 'Plan');
  await onPage(page, 'plan');
  await unfold(page, 'Set another variable');
  await page.getByLabel('Variable', { exact: true }).fill('innodb_spin_wait_delay');
  await page.getByLabel('Value', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Put into the plan' }).click();
  await page.getByRole('button', { name: 'Prove this plan' }).click(slow);

  await onPage(page, 'proof');
  await page.getByRole('radio', { name: /^Its own traffic/ }).check();
  await page.getByLabel('Longest time, minutes').fill('0.2');
  await page.getByRole('button', { name: 'Show the design' }).click();
  await expect(page.getByRole('alert')).toContainText('too short to prove 1 change', slow);
  await page.getByLabel('Longest time, minutes').fill('1.5');
  await page.getByRole('button', { name: 'Show the design' }).click();
  const design = page.getByRole('region', { name: 'Design of the proof' });
  await expect(design).toContainText('innodb_spin_wait_delay = 12', slow);
  expect(await violations(page), 'the design').toEqual([]);
  await design.getByRole('button', { name: 'Run this proof' }).click();
  const consent = page.getByRole('dialog');
  await expect(consent).toContainText('SET GLOBAL');
  await consent.getByRole('button', { name: 'Agree and run' }).click();

  await expect(page.getByRole('region', { name: 'Guards' })).toContainText('within its limit', slow);
  // It goes on while another page is looked at.
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Proof running' }).click();
  await onPage(page, 'proof');
  expect(await violations(page), 'while it runs').toEqual([]);
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toContainText(/original value|Restored and read back/, { timeout: 200_000 });
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toContainText(
    'innodb_spin_wait_delay = 12',
  );
  expect(await violations(page), 'the verdict').toEqual([]);
  const file = join(folder, 'proof.json');
  await latchkey.saveDialogGives(file);
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  await expect(page.getByText(`Saved to ${file}`)).toBeVisible(slow);
  const saved = proofResultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(saved.restore.remaining).toEqual([]);
  expect(saved.changes.map(({ name }) => name)).toEqual(['innodb_spin_wait_delay']);

  await goTo(page, 'History');
  await onPage(page, 'history');
  await page
    .getByRole('table', { name: /^Proofs on/ })
    .getByRole('button')
    .click(slow);
  await onPage(page, 'proof');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Show the design' })).toBeVisible(slow);
  await expect(page.getByRole('region', { name: 'Proofs of this snapshot' })).toHaveCount(0);

  // One that is stopped restores everything too.
  await page.getByRole('radio', { name: /^Its own traffic/ }).check();
  await page.getByLabel('Longest time, minutes').fill('3');
  await page.getByRole('button', { name: 'Show the design' }).click();
  await page.getByRole('button', { name: 'Run this proof' }).click(slow);
  await consent.getByRole('button', { name: 'Agree and run' }).click();
  await expect(page.locator('.probe-state')).toContainText('dry run', slow);
  await page.getByRole('button', { name: 'Stop and restore' }).click();
  await expect(verdict).toContainText('Cancelled', slow);
  await expect(verdict).toContainText(/original value|Restored and read back/);
  await busy.stop();
});
