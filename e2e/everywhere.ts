import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { goTo, type LatchkeyApp, onPage, root } from './app.ts';
import { openSample } from './journey.ts';

const patient = { timeout: 60_000 };

/**
 * Goes to every page, state and dialog that needs no server, in one window with an empty profile, and looks at each.
 * What holds of every page (axe, 200 %, pictures) is tested by walking it.
 * @param look called on each place, by its name; may change size and colours, must leave the page where it is
 */
export async function everywhere(app: LatchkeyApp, look: (place: string) => Promise<void>): Promise<void> {
  await withoutSnapshot(app, look);
  await ofSample(app, look);
  await dialogs(app.page, look);
}

async function withoutSnapshot(
  { page, openDialogGives }: LatchkeyApp,
  look: (place: string) => Promise<void>,
): Promise<void> {
  await onPage(page, 'welcome');
  await page.locator('[data-sample]').first().waitFor();
  await look('start');
  for (const title of [
    'Diagnosis',
    'Plan',
    'Recordings',
    'Watch',
    'Timeline',
    'Compare',
    'Explorer',
    'History',
  ]) {
    await goTo(page, title);
    await onPage(page, title.toLowerCase());
    await look(`${title.toLowerCase()}-empty`);
  }
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  await onPage(page, 'connect');
  await page.getByText('Create monitoring user').click();
  await page.getByRole('region', { name: 'Statements for the account' }).waitFor();
  await look('connect');
  for (const fold of ['Paste connection URL', 'SSH', 'TLS', 'Option file', 'Host hardware']) {
    await page.locator('summary').filter({ hasText: fold }).click();
  }
  await page.getByLabel('Port', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Test' }).click();
  await look('connect-error');
  await page.getByLabel('Port', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await expect(page.getByRole('alert')).toBeVisible(patient);
  await look('connect-refused');
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Import' }).click();
  await onPage(page, 'import');
  await look('import');
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'From a metrics store' }).click();
  await onPage(page, 'metrics-store');
  await look('metrics-store');
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await onPage(page, 'paste');
  await look('paste');
  await openDialogGives('/nowhere/absent.lks');
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Open snapshot' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look('error');
}

async function ofSample(app: LatchkeyApp, look: (place: string) => Promise<void>): Promise<void> {
  const { page } = app;
  for (const name of ['mariadb-11.8-healthy', 'mysql-9.7-after-plan', 'mysql-9.7-starved-redo']) {
    await openSample(page, name);
  }
  await page.locator('[data-finding]').first().waitFor();
  await expect(page.getByRole('button', { name: /^Threads running/ })).toBeVisible(patient);
  await look('diagnosis');
  await page.getByRole('button', { name: /^Threads running/ }).click();
  for (const fold of ['Not checked', 'Passed']) {
    await page.locator('summary').filter({ hasText: fold }).first().click();
  }
  await look('diagnosis-unfolded');
  await page.locator('[data-finding]').first().click();
  await onPage(page, 'finding');
  await look('finding');
  await page.getByRole('button', { name: 'The rule' }).click();
  await onPage(page, 'rule');
  await look('rule');
  await goTo(page, 'Plan');
  await onPage(page, 'plan');
  await page.getByRole('button', { name: 'Add all' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('+', patient);
  await page.locator('summary').filter({ hasText: 'Terms of the budget' }).click();
  await look('plan');
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expect(page.getByRole('tabpanel').locator('pre')).toBeVisible(patient);
    await page.getByRole('heading', { name: 'Outputs' }).scrollIntoViewIfNeeded();
    await look(`plan-${((await tab.textContent()) ?? '').toLowerCase().replaceAll(/\W+/g, '-')}`);
  }
  for (const [title, name] of [
    ['Summary', 'summary'],
    ['Checks', 'checks'],
    ['Top SQL', 'top-sql'],
  ] as const) {
    await goTo(page, title);
    await onPage(page, name);
    if (name === 'top-sql') await page.locator('.top-sql tbody tr').first().waitFor(patient);
    await look(`${name}-sample`);
  }
  for (const title of ['Probes', 'Buffer pool', 'Timeline']) {
    const name = title.toLowerCase().replace(' ', '-');
    await goTo(page, title);
    await onPage(page, name);
    if (name === 'timeline') await expect(page.locator('.pane[data-drawn="ready"]')).toHaveCount(3, patient);
    await look(name);
  }
  await goTo(page, 'Probes');
  await page.locator('[data-result="ahi-spin-grid"]').first().click();
  await onPage(page, 'probe-result');
  await look('probe-result');
  await comparisons(app, look);
  await fleet(app, look);
  for (const title of ['Explorer', 'History', 'Settings']) {
    await goTo(page, title);
    await onPage(page, title.toLowerCase());
    if (title === 'History') {
      await page
        .getByRole('button', { name: /^Findings over time/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Table of findings over time' }).waitFor();
    }
    if (title === 'Explorer') await page.getByRole('region', { name: 'Rows of variables' }).waitFor();
    await look(title.toLowerCase());
    if (title === 'Settings') {
      await page.getByRole('button', { name: /rules, all of them$/ }).click();
      await onPage(page, 'rules');
      await look('rules');
    }
    if (title !== 'Explorer') continue;
    await page.getByRole('button', { name: /^innodb-status/ }).click();
    await expect(page.getByRole('region', { name: 'Parsed values' })).toContainText('Log', patient);
    await look('explorer-status');
  }
}

/** The words by which the list of Compare has the second sample of that server: it is in the history by now. */
async function afterPlan(page: Page): Promise<string> {
  const option = page
    .getByLabel('B compared with it')
    .locator('option', { hasText: /^MySQL 9\.7/ })
    .first();
  await expect(option).toBeAttached(patient);
  return (await option.textContent()) ?? '';
}

async function comparisons(
  { page, openDialogGives }: LatchkeyApp,
  look: (place: string) => Promise<void>,
): Promise<void> {
  await goTo(page, 'Compare');
  await page.getByLabel('B compared with it').selectOption({ label: await afterPlan(page) });
  await expect(page.getByRole('tablist')).toBeVisible(patient);
  await look('compare');
  for (const part of ['Settings', 'Rates', 'Waits', 'Statements', 'Host']) {
    await page.getByRole('tab', { name: new RegExp(`^${part}`) }).click();
    await look(`compare-${part.toLowerCase()}`);
  }
  for (const [letter, name] of [
    ['A', 'cost-8.0.28.csv'],
    ['B', 'cost-8.0.30.csv'],
  ] as const) {
    await openDialogGives(join(root, 'test', 'golden', 'published', name));
    await page.getByRole('button', { name: `Open file as ${letter}` }).click();
  }
  await expect(page.getByRole('figure', { name: /^CPU per operation/ })).toBeVisible(patient);
  await look('compare-benchmarks');
}

/** The samples are a folder of snapshots, and so a fleet. */
async function fleet(
  { page, openDialogGives }: LatchkeyApp,
  look: (place: string) => Promise<void>,
): Promise<void> {
  await goTo(page, 'Fleet');
  await onPage(page, 'fleet');
  await openDialogGives(join(root, 'samples'));
  await page.getByRole('button', { name: 'Open folder' }).click();
  await expect(page.getByRole('table', { name: 'Findings by server' })).toBeVisible(patient);
  await look('fleet-samples');
  await page.getByRole('tab', { name: 'Drift' }).click();
  await look('fleet-samples-drift');
  await page.getByRole('tab', { name: /^Same plan/ }).click();
  await look('fleet-samples-plans');
}

async function dialogs(page: Page, look: (place: string) => Promise<void>): Promise<void> {
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await goTo(page, 'History');
  await onPage(page, 'history');
  await page
    .getByRole('button', { name: /^Export/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByLabel(/^names/)
    .check();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(/Replaced: \d+ names?/, patient);
  await look('export');
  await close();
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await look('delete');
  await close();
  await goTo(page, 'Diagnosis');
  await page.locator('[data-finding]').first().click();
  await onPage(page, 'finding');
  await page.getByRole('button', { name: 'Mute' }).click();
  await look('mute');
  await close();
  await goTo(page, 'Diagnosis');
  await page.locator('[data-finding]').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('redo');
  await look('palette');
  await page.getByRole('combobox', { name: 'Command' }).fill('');
  await close();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await look('shortcuts');
  await close();
}
