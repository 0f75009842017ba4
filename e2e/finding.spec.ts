import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goTo, onPage, root } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

const slow = { timeout: 60_000 };

test('a rule is explained, with what the open snapshot answered: where it fired, and where it did not', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.getByRole('button', { name: /redo log too small/i }).click();
  await onPage(page, 'finding');
  await page.getByRole('button', { name: 'The rule' }).click();
  await onPage(page, 'rule');
  const outcome = page.getByRole('region', { name: 'On this snapshot' });
  await expect(outcome).toContainText('It fired on this snapshot');
  await expect(
    outcome.getByRole('row', { name: /variable\.innodb_redo_log_capacity|fact\.redo/ }).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Diagnosis', exact: true }).first().click();
  await onPage(page, 'diagnosis');
  for (const [fold, words] of [
    ['Passed', 'It did not fire on this snapshot'],
    ['Not checked', 'It could not be checked on this snapshot'],
  ] as const) {
    const group = page
      .locator('details')
      .filter({ has: page.getByRole('heading', { name: new RegExp(`^${fold} `) }) });
    await group.locator('summary').first().click();
    // What was not checked is folded once more, by what would unlock it.
    const inner = group.locator('details').locator('summary');
    if ((await inner.count()) > 0) await inner.first().click();
    await group.getByRole('listitem').getByRole('button').first().click();
    await onPage(page, 'rule');
    await expect(outcome).toContainText(words);
    expect(await violations(page), fold).toEqual([]);
    await goTo(page, 'Diagnosis');
    await onPage(page, 'diagnosis');
  }
});

test('a muted finding leaves diagnosis and plan, is reported with its reason, and comes back', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  const finding = page.getByRole('button', { name: /redo log too small/i });
  await openSample(page, 'mysql-9.7-starved-redo');
  await finding.click();
  await onPage(page, 'finding');
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Mute' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Mute' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('known, <b>waits</b> for the maintenance window');
  expect(await violations(page), 'the question').toEqual([]);
  await dialog.getByRole('button', { name: 'Mute' }).click();

  await onPage(page, 'diagnosis');
  await expect(finding).toBeHidden(slow);
  await page.locator('summary').filter({ hasText: 'Muted (1)' }).click();
  await expect(page.getByText('known, <b>waits</b> for the maintenance window')).toBeVisible();
  await goTo(page, 'Plan');
  await onPage(page, 'plan');
  await expect(page.getByLabel('Planned value of innodb_redo_log_capacity')).toBeHidden();

  await goTo(page, 'Settings');
  await onPage(page, 'settings');
  const mutes = page.getByRole('region', { name: 'Muted findings and locks' });
  await expect(mutes).toContainText('maintenance window', slow);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), `settings, ${colorScheme}`).toEqual([]);
  }
  await mutes.getByRole('button', { name: 'Unmute' }).click();
  await expect(mutes).toContainText('None.', slow);
  await goTo(page, 'Diagnosis');
  await expect(finding).toBeVisible(slow);
});

test("the list of rules is searched, and one's own rules are checked and read again", async ({
  launch,
  folder,
}) => {
  const own = join(folder, 'rules', 'own.yaml');
  await mkdir(join(folder, 'rules'));
  const whole = await readFile(join(root, 'rules', 'redo', 'redo-log-too-small.yaml'), 'utf8');
  const mine = whole.replace('id: redo-log-too-small', 'id: mine').replace(/^title: .*$/m, 'title: Mine');
  await writeFile(own, mine.replace('\nseverity:', '\nseverness:'));
  const { page } = await launch({ home: folder });
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: /rules, all of them$/ }).click();
  await onPage(page, 'rules');
  await expect(page.getByText(join(folder, 'rules'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Check all rules' }).click();
  await expect(page.getByRole('alert')).toContainText(/own\.yaml:\d+: severity: /, slow);
  await writeFile(own, mine);
  await page.getByRole('button', { name: 'Check all rules' }).click();
  await expect(page.getByText('valid, and all examples hold')).toBeVisible(slow);
  await page.getByRole('searchbox', { name: 'Search rules' }).fill('mine');
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await onPage(page, 'rule');
  await expect(page.getByRole('heading', { name: 'Mine', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'All rules' }).click();
  await onPage(page, 'rules');
});
