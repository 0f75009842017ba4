import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { dropFile } from './drop.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './journey.ts';

const slow = { timeout: 60_000 };
const sample = 'mysql-9.7-starved-redo';
const fixtures = join(import.meta.dirname, '..', 'test', 'files', 'import', 'fixtures');
const bundle = join(fixtures, 'pt-stalk-mariadb118.tar.gz');

test('the diagnosis and a single finding are saved in every form', async ({ latchkey, folder }) => {
  const { page } = latchkey;
  await openSample(page, sample);
  const save = async (form: string, name: string) => {
    const path = join(folder, name);
    await latchkey.saveDialogGives(path);
    await page.getByRole('button', { name: `Save as ${form}` }).click();
    await expect(page.getByText(`Report saved to ${path}`)).toBeVisible(slow);
    return readFile(path);
  };
  const pdf = await save('PDF', 'all.pdf');
  expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(pdf.length).toBeGreaterThan(20_000);
  const whole = (await save('Markdown', 'all.md')).toString();
  await latchkey.electron.evaluate(({ shell }) => {
    shell.showItemInFolder = (path) => Reflect.set(globalThis, 'shownInFolder', path);
  });
  await page.getByRole('button', { name: 'Show in folder' }).click();
  const shown = () => latchkey.electron.evaluate(() => Reflect.get(globalThis, 'shownInFolder'));
  await expect.poll(shown).toBe(join(folder, 'all.md'));

  await page.getByRole('button', { name: /redo log too small/i }).click();
  await onPage(page, 'finding');
  await page.getByText('Save this finding as a document').click();
  const one = (await save('Markdown', 'one.md')).toString();
  expect(one).toContain('Redo log too small');
  expect(one.length).toBeLessThan(whole.length);
  const document = JSON.parse((await save('JSON', 'one.json')).toString());
  expect(document).toMatchObject({ findings: [{ title: expect.stringContaining('Redo log') }] });
});

test('a single finding is saved as PDF', async ({ latchkey, folder }) => {
  const { page } = latchkey;
  await openSample(page, sample);
  await page.getByRole('button', { name: /redo log too small/i }).click();
  await onPage(page, 'finding');
  await page.getByText('Save this finding as a document').click();
  const path = join(folder, 'one.pdf');
  await latchkey.saveDialogGives(path);
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  await expect(page.getByText(`Report saved to ${path}`)).toBeVisible({ timeout: 20_000 });
  expect((await readFile(path)).length).toBeGreaterThan(10_000);
});

test('a snapshot is exported without names, and what goes is shown before', async ({ latchkey, folder }) => {
  const { page } = latchkey;
  await openSample(page, sample);
  await goTo(page, 'History');
  await page.getByRole('button', { name: /^Export/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^names/).check();
  await dialog.getByLabel(/^hosts/).check();
  await expect(dialog.getByRole('status')).toContainText(/Replaced: \d+ names?/, slow);
  const names = dialog.getByRole('region', { name: 'Names that are replaced' });
  await expect(names).toContainText('sbtest');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  const path = join(folder, 'handed-on.lks');
  await latchkey.saveDialogGives(path);
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText(`Snapshot exported to ${path}`)).toBeVisible(slow);
  expect(gunzipSync(await readFile(path)).toString()).not.toContain('sbtest');
});

test("another tool's files are imported by drop and by dialog, files and folders alike", async ({
  latchkey,
  folder,
}) => {
  const { page } = latchkey;
  await onPage(page, 'welcome');
  await dropFile(page, bundle);
  await onPage(page, 'import');
  const result = page.getByRole('region', { name: 'What was read' });
  await expect(result).toContainText('MariaDB 11.8', slow);
  await expect(result).toContainText('pt-stalk');
  await page.getByText('What the files do not say').click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.getByRole('button', { name: 'Open the diagnosis' }).click();
  await onPage(page, 'diagnosis');
  await expect(page.getByRole('banner')).toContainText('MariaDB 11.8');

  const inside = join(folder, 'several');
  await mkdir(inside);
  execFileSync('tar', ['-xzf', join(fixtures, 'clients-mysql56.tar.gz'), '-C', inside]);
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Import' }).click();
  await onPage(page, 'import');
  await latchkey.openDialogGives(inside);
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await expect(result).toContainText('MySQL 5.6', slow);
  await goTo(page, 'History');
  const heading = page.getByRole('heading', { name: /MySQL 5\.6/ });
  await expect(page.getByRole('heading', { name: /MariaDB 11\.8/ })).toBeVisible(slow);
  await expect(heading, 'what was only looked at is no snapshot yet').toBeHidden();
});

test('what is no capture of anything is refused with the reason, and the page stays', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await onPage(page, 'welcome');
  await dropFile(page, join(import.meta.dirname, '..', 'LICENSE'));
  await onPage(page, 'import');
  await expect(page.getByRole('alert')).toBeVisible(slow);
  await expect(page.getByLabel('Version of the server')).toBeVisible();
});
