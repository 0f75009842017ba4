import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sourceModules } from '../scripts/source-modules.ts';
import { goTo, onPage } from './app.ts';
import { dropFile } from './drop.ts';
import { expect, test } from './fixtures.ts';

const slow = { timeout: 60_000 };
const sample = join(import.meta.dirname, '..', 'samples', 'mysql-9.7-starved-redo.lks');
/** Markup that would act, controls that would hide, and a direction that would turn the line round. */
const hostile = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>\u202egnp.\u0007\u001b[31m\u2066`;

interface Loose {
  [name: string]: unknown;
}
function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string that no page can show whole. */
const enormous = hostile.repeat(Math.ceil(2 ** 20 / hostile.length));

/** A file with more than some dozens of them is refused for its size (docs/import.md), which another test shows. */
let enormousLeft = 30;
function enormousOr(text: string): string {
  enormousLeft -= 1;
  return enormousLeft < 0 ? text : enormous;
}

/** Every text cell of every table gets the hostile text; one of each table 1 MB of it. Names of settings stay. */
function poison(value: unknown): void {
  if (!isLoose(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'rows' && Array.isArray(inner)) inner.forEach(poisonRow);
    else if (name === 'text' && typeof inner === 'string')
      value[name] = `${hostile}\n${inner}\n${enormousOr('')}`;
    else poison(inner);
  }
}

function poisonRow(row: unknown, index: number): void {
  if (!Array.isArray(row)) return;
  let whole = index === 3;
  for (const [column, cell] of row.entries()) {
    // The first column is what rows are found by.
    if (column === 0 || typeof cell !== 'string' || cell === '' || /^[\d.-]+$/.test(cell)) continue;
    row[column] = whole ? enormousOr(`${hostile}${cell}`) : `${hostile}${cell}`;
    whole = false;
  }
}

/** Settings whose value is any text, so that the diagnosis stands beside them. */
function poisonSettings(value: unknown): void {
  if (!isLoose(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name !== 'rows' || !Array.isArray(inner)) poisonSettings(inner);
    else
      for (const row of inner) {
        if (!Array.isArray(row)) continue;
        if (row[0] === 'init_connect') row[1] = enormous;
        else if (
          /^(hostname|general_log_file|tmpdir|character_set_filesystem|pid_file)$/.test(String(row[0]))
        )
          row[1] = `${hostile}${row[1]}`;
      }
  }
}

/** A recording with hostile names, and a result of a probe with hostile texts. */
async function fillHistory(home: string): Promise<void> {
  type Store = typeof import('../src/store/index.ts');
  type Encoding = typeof import('../src/files/snapshot/snapshot-encoding.ts');
  const base = JSON.parse(gunzipSync(await readFile(sample)).toString('utf8'));
  await sourceModules<[Store, Encoding], Promise<void>>(
    ['/src/store/index.ts', '/src/files/snapshot/snapshot-encoding.ts'],
    async ({ openRecordings }, { packSnapshot }) => {
      const store = openRecordings(join(home, 'recordings.sqlite'));
      const server = { ...base.server, comment: enormous };
      const recorder = store.recordings.begin(
        {
          id: 'hostile',
          title: `${hostile}recording`,
          startedAt: '2026-11-20T10:00:00.000Z',
          intervalMs: 1000,
          target: enormous,
          server,
        },
        () => ({ kind: 'gauge', unit: 'count' }),
      );
      for (let second = 0; second <= 60; second += 1) {
        const names = ['Questions', hostile, `Zz${enormous}`];
        recorder.append(second * 1000, new Map(names.map((name) => [name, String(second % 7)])));
      }
      recorder.event({ atMs: 30_000, kind: 'gap', text: enormous });
      recorder.flush();
      store.recordings.saveBase('hostile', await packSnapshot({ ...base, samples: null }));
      store.recordings.finish('hostile', '2026-11-20T10:01:00.000Z', {});
      store.close();
    },
  );
}

// Claim, Data of servers and files: Data of a server or of a file is shown as text in the window: markup, control and bidi characters and strings of 1 MB run nothing and load nothing.
test('hostile data of a snapshot, a recording and a profile is shown as text on every page', async ({
  launch,
  folder,
}) => {
  test.setTimeout(240_000);
  const home = join(folder, 'home');
  await mkdir(home);
  await fillHistory(home);
  const latchkey = await launch({ home });
  const { page } = latchkey;
  const snapshot: unknown = JSON.parse(gunzipSync(await readFile(sample)).toString('utf8'));
  if (!isLoose(snapshot) || !isLoose(snapshot.sections) || !isLoose(snapshot.origin))
    throw new Error('no snapshot');
  for (const [name, section] of Object.entries(snapshot.sections)) {
    if (/^variables/.test(name)) poisonSettings(section);
    // Counters are kept, so that there is a diagnosis to show.
    else if (!/^(status|innodb-metrics)/.test(name)) poison(section);
  }
  if (isLoose(snapshot.samples) && isLoose(snapshot.samples.series)) {
    const { Questions } = snapshot.samples.series;
    Object.assign(snapshot.samples.series, {
      [hostile]: Questions,
      [`Zz${enormous.slice(0, 8_000)}`]: Questions,
    });
  }
  snapshot.origin.target = `${hostile}@db${enormous}`;
  if (isLoose(snapshot.server)) snapshot.server.comment = enormous;
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
  await page.locator('[data-finding][data-has-change]').first().click();
  await onPage(page, 'finding');
  await unharmed('finding');
  await page.getByRole('button', { name: 'Add to plan' }).click();
  const saveProfile = (name: string) =>
    page.evaluate(
      (text) =>
        window.latchkey.call('profiles.save', {
          name: text,
          target: { host: text.slice(0, 4000), port: 3306, user: text.slice(0, 1000) },
          declaredHost: {},
        }).reply,
      name,
    );
  expect(await saveProfile(enormous)).toMatchObject({
    ok: false,
    error: { code: 'usage', message: expect.stringContaining('a name has at most 1000 characters') },
  });
  expect(await saveProfile(enormous.slice(0, 1000))).toMatchObject({ ok: true });
  for (const [title, name] of [
    ['Plan', 'plan'],
    ['Probes', 'probes'],
    ['Buffer pool', 'buffer-pool'],
    ['Timeline', 'timeline'],
    ['Compare', 'compare'],
    ['History', 'history'],
    ['Settings', 'settings'],
    ['Start', 'welcome'],
  ] as const) {
    await goTo(page, title);
    await onPage(page, name);
    await unharmed(title);
  }
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  await onPage(page, 'connect');
  await unharmed('connect');

  await goTo(page, 'Timeline');
  await page.getByLabel('Add a series').fill('img');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('figure')).toHaveCount(4, slow);
  await unharmed('a hostile series');
  await goTo(page, 'Recordings');
  await onPage(page, 'recordings');
  await unharmed('the list of recordings');
  await page.getByRole('region', { name: 'Recordings' }).getByRole('rowheader').getByRole('button').click();
  await onPage(page, 'timeline');
  await expect(page.getByRole('region', { name: 'Events', exact: true })).toContainText('<img src=x', slow);
  await unharmed('a hostile recording');

  await goTo(page, 'Explorer');
  await onPage(page, 'explorer');
  for (const section of [/^variables/, /^statement-digests/, /^processlist/, /^innodb-status/]) {
    const button = page.getByRole('button', { name: section });
    if ((await button.count()) === 0) continue;
    await button.first().click();
    await onPage(page, 'explorer');
    await unharmed(String(section));
  }
  const report = join(folder, 'report.html');
  await goTo(page, 'Diagnosis');
  await latchkey.saveDialogGives(report);
  await page.getByRole('button', { name: 'Save as HTML' }).click();
  await expect(page.getByText(`Report saved to ${report}`)).toBeVisible(slow);
  expect(await readFile(report, 'utf8')).not.toContain('<img src=x');
});
