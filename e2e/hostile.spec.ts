import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { goTo, onPage } from './app.ts';
import { dropFile } from './drop.ts';
import { expect, test } from './fixtures.ts';

const slow = { timeout: 60_000 };
const sample = join(import.meta.dirname, '..', 'samples', 'mysql-9.7-starved-redo.lks');
/** Markup that would act, controls that would hide, and a direction that would turn the line round. */
const hostile = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>\u202egnp.\u0007\u001b[31m\u2066`;

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-hostile-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

interface Loose {
  [name: string]: unknown;
}
function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every text cell of every table gets the hostile text; one of each table 1 MB of it. Names of settings stay. */
function poison(value: unknown): void {
  if (!isLoose(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'rows' && Array.isArray(inner)) inner.forEach(poisonRow);
    else if (name === 'text' && typeof inner === 'string') value[name] = `${hostile}\n${inner}`;
    else poison(inner);
  }
}

function poisonRow(row: unknown, index: number): void {
  if (!Array.isArray(row)) return;
  for (const [column, cell] of row.entries()) {
    // The first column is what rows are found by.
    if (column === 0 || typeof cell !== 'string' || cell === '' || /^[\d.-]+$/.test(cell)) continue;
    row[column] = index === 3 ? hostile.repeat(10_000) : `${hostile}${cell}`;
  }
}

// Claim, Data of servers and files: Data of a server or of a file is shown as text in the window: markup, control and bidi characters and strings of several 100 kB run nothing and load nothing.
test('hostile data of a snapshot is shown as text on every page', async ({ latchkey }) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  const snapshot: unknown = JSON.parse(gunzipSync(await readFile(sample)).toString('utf8'));
  if (!isLoose(snapshot) || !isLoose(snapshot.sections) || !isLoose(snapshot.origin))
    throw new Error('no snapshot');
  for (const [name, section] of Object.entries(snapshot.sections)) {
    // Settings and counters are kept, so that there is a diagnosis to show.
    if (!/^(variables|status|innodb-metrics)/.test(name)) poison(section);
  }
  snapshot.origin.target = `${hostile}@db`;
  if (isLoose(snapshot.server)) snapshot.server.comment = hostile;
  const file = join(folder, 'hostile.lks');
  await writeFile(file, gzipSync(JSON.stringify(snapshot)));

  await onPage(page, 'welcome');
  await dropFile(page, file);
  await onPage(page, 'diagnosis');
  const unharmed = async (where: string) => {
    const found = await page.evaluate(() => ({
      pwned: 'pwned' in window,
      images: document.querySelectorAll('img, iframe, object, embed').length,
      scripts: [...document.scripts].filter((script) => script.src === '').length,
    }));
    expect(found, where).toEqual({ pwned: false, images: 0, scripts: 0 });
  };
  await expect(page.getByRole('banner')).toContainText('<img src=x', slow);
  await unharmed('diagnosis');
  for (const title of ['Plan', 'Timeline', 'Compare', 'Explorer', 'History', 'Start']) {
    await goTo(page, title);
    await unharmed(title);
  }
  await goTo(page, 'Explorer');
  await onPage(page, 'explorer');
  for (const section of [/^statement-digests/, /^processlist/, /^innodb-status/]) {
    const button = page.getByRole('button', { name: section });
    if ((await button.count()) === 0) continue;
    await button.first().click();
    await unharmed(String(section));
  }
  const report = join(folder, 'report.html');
  await goTo(page, 'Diagnosis');
  await latchkey.saveDialogGives(report);
  await page.getByRole('button', { name: 'Save as HTML' }).click();
  await expect(page.getByText(`Report saved to ${report}`)).toBeVisible(slow);
  expect(await readFile(report, 'utf8')).not.toContain('<img src=x');
});
