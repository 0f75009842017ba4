// `node scripts/walk.ts [SERVER ...] [samples]`: pictures of every page of the window on real servers under load, whole, in
// both themes, at 1280 and 1600 pixels and at 200 %, into walk-output/: to be looked at. `samples`: every page, state and
// dialog that needs no server. The words of each page lie beside its pictures.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { goTo, type LatchkeyApp, launchApp, onPage } from '../e2e/app.ts';
import { everywhere } from '../e2e/everywhere.ts';
import { fillConnect, startSnapshot } from '../e2e/journey.ts';
import { type ServerId, serverIds, startServer } from './servers/index.ts';
import { prepareSysbench, startSysbench } from './servers/sysbench.ts';
import { withDisplay } from './xvfb.ts';

const out = join(import.meta.dirname, '..', 'walk-output');
const patient = { timeout: 120_000 };
const load = { tables: 4, rows: 20_000 };
const windowSeconds = 20;
/** What a badly configured server has, by flavour. */
const starved = {
  mysql: {
    innodb_redo_log_capacity: '8M',
    innodb_buffer_pool_size: '32M',
    innodb_io_capacity: 100,
    table_open_cache: 64,
    tmp_table_size: '64K',
  },
  mariadb: {
    // Off unless it is asked for.
    performance_schema: 'ON',
    innodb_log_file_size: '8M',
    innodb_buffer_pool_size: '32M',
    innodb_io_capacity: 100,
    table_open_cache: 64,
  },
};
const looks = [
  { name: '1280-light', width: 1280, height: 800, factor: 1, colorScheme: 'light' },
  { name: '1280-dark', width: 1280, height: 800, factor: 1, colorScheme: 'dark' },
  { name: '1600-light', width: 1600, height: 1000, factor: 1, colorScheme: 'light' },
  { name: '1600-dark', width: 1600, height: 1000, factor: 1, colorScheme: 'dark' },
  { name: '200-light', width: 1280, height: 800, factor: 2, colorScheme: 'light' },
] as const;

const named = process.argv
  .slice(2)
  .filter((word): word is ServerId => (serverIds as readonly string[]).includes(word));
const samples = process.argv.includes('samples');
for (const id of named.length > 0 || samples ? named : (['mysql80', 'mariadb114'] as const)) await walk(id);
if (samples) await inWindow('samples', everywhere);

async function walk(id: ServerId): Promise<void> {
  const server = await startServer(id, { options: starved[id.startsWith('mariadb') ? 'mariadb' : 'mysql'] });
  try {
    await prepareSysbench({ socket: server.socket, ...load });
    const busy = startSysbench({
      socket: server.socket,
      ...load,
      workload: 'oltp_read_write',
      threads: 4,
      seconds: 1800,
    });
    try {
      await inWindow(id, (app, look) => pages(app, server.socket, look));
    } finally {
      await busy.stop();
    }
  } finally {
    await server.stop();
  }
}

/** Walks in a window with an empty profile. @param name the folder of its pictures */
async function inWindow(name: string, go: (app: LatchkeyApp, look: Look) => Promise<void>): Promise<void> {
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await withDisplay(async (display) => {
    const app = await launchApp(display);
    let number = 0;
    try {
      await go(app, async (place) => {
        number += 1;
        await picture(app, join(folder, `${String(number).padStart(2, '0')}-${place}`));
      });
      if (app.errors.length > 0) console.error('on the console:', app.errors);
    } finally {
      await app.close();
    }
  });
}

type Look = (place: string) => Promise<void>;

async function pages(app: LatchkeyApp, socket: string, look: Look): Promise<void> {
  const { page } = app;
  await fillConnect(page, { socket, user: 'root' });
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText(/^Connected to/).first()).toBeVisible(patient);
  await look('connect');
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await onPage(page, 'snapshot');
  await look('snapshot');
  await startSnapshot(page, windowSeconds);
  await expect(page.locator('.running-words')).toContainText(/ [5-9] s left/, patient);
  await look('snapshot-running');
  await onPage(page, 'diagnosis');
  await judged(app, look);
  await planned(page, look);
  await measured(page, look);
  await kept(page, look);
}

async function judged({ page }: LatchkeyApp, look: Look): Promise<void> {
  await page.locator('[data-finding]').first().waitFor();
  await look('diagnosis');
  await page.getByRole('button', { name: /^Threads running/ }).click();
  await look('diagnosis-sign');
  for (const title of ['Summary', 'Checks', 'Top SQL'] as const) {
    await goTo(page, title);
    await onPage(page, title.toLowerCase().replace(' ', '-'));
    if (title === 'Top SQL') {
      const rows = page.locator('.top-sql tbody tr');
      await rows.or(page.locator('.top-sql p')).first().waitFor(patient);
      await look('top-sql');
      if ((await rows.count()) === 0) continue;
      await page.locator('.top-sql tbody tr').first().getByRole('button').click();
      await page.locator('.statement-detail').first().waitFor();
    }
    await look(title === 'Top SQL' ? 'top-sql-statement' : title.toLowerCase());
  }
  await goTo(page, 'Diagnosis');
  const findings = await page
    .locator('[data-finding]')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('data-finding')),
    );
  for (const finding of findings.slice(0, 6)) {
    await page.locator(`[data-finding="${finding}"]`).first().click();
    await onPage(page, 'finding');
    await look(`finding-${finding}`);
    if (finding === findings[0]) {
      await page.getByRole('button', { name: 'The rule' }).click();
      await onPage(page, 'rule');
      await look('rule');
    }
    await goTo(page, 'Diagnosis');
    await page.locator('[data-finding]').first().waitFor();
  }
}

async function planned(page: Page, look: Look): Promise<void> {
  await goTo(page, 'Plan');
  await onPage(page, 'plan');
  await look('plan-empty');
  await page.getByRole('button', { name: 'Add all' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('+', patient);
  await look('plan');
  await page.getByRole('tab', { name: 'my.cnf' }).click();
  await page.getByRole('button', { name: 'Prove this plan' }).click();
  await onPage(page, 'proof');
  await look('proof');
  await page.getByRole('button', { name: 'Show the design' }).click();
  await expect(
    page.getByRole('button', { name: 'Run this proof' }).or(page.getByRole('alert')).first(),
  ).toBeVisible(patient);
  await look('proof-design');
  await goTo(page, 'Plan');
  await page.getByRole('button', { name: 'Apply now' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: /^Statements, in this order/ })).toBeVisible(patient);
  await look('apply-consent');
  await dialog.getByRole('button', { name: 'Send these statements' }).click();
  await expect(page.getByRole('region', { name: 'What was applied' })).toBeVisible(patient);
  await look('applied');
  await page.getByRole('button', { name: 'Measure again and compare' }).click();
  await expect(page.getByRole('button', { name: 'Open the new snapshot' })).toBeVisible(patient);
  await look('rechecked');
  const applied = page.getByRole('region', { name: 'Applied changes' });
  await applied.getByRole('button', { name: 'Undo' }).click();
  await look('undo');
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(applied.getByRole('list', { name: 'Undone' })).toContainText(' to ', patient);
  await look('undone');
}

async function measured(page: Page, look: Look): Promise<void> {
  for (const title of ['Probes', 'Buffer pool', 'Live', 'Recordings', 'Watch', 'Timeline'] as const) {
    const name = title.toLowerCase().replace(' ', '-');
    await goTo(page, title);
    await onPage(page, name);
    if (title === 'Live') {
      await page.getByRole('button', { name: 'Start live view' }).click();
      await expect(page.locator('.live-tools')).toContainText(/running for [1-9]\d s/, patient);
    }
    if (title === 'Timeline') await expect(page.locator('.pane[data-drawn="ready"]')).toHaveCount(3, patient);
    await look(name);
    if (title === 'Live') {
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
    }
    if (title === 'Probes') await probe(page, look);
  }
}

async function probe(page: Page, look: Look): Promise<void> {
  await page.locator('[data-probe="custom"]').click();
  await onPage(page, 'probe');
  await page.getByLabel('Name of variant 1').fill('short pauses');
  await page.getByLabel('Settings of variant 1').fill('innodb_flush_log_at_trx_commit = 2');
  await page.getByRole('radio', { name: /^Its own traffic/ }).check();
  await page.getByLabel('Longest time, minutes').fill('3');
  await look('probe');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  const plan = page.getByRole('region', { name: 'Plan of the probe' });
  await expect(plan.or(page.getByRole('alert')).first()).toBeVisible(patient);
  await look('probe-plan');
}

async function kept(page: Page, look: Look): Promise<void> {
  for (const title of ['Compare', 'Explorer', 'Fleet', 'History', 'Settings', 'Start'] as const) {
    await goTo(page, title);
    await onPage(page, title === 'Start' ? 'welcome' : title.toLowerCase());
    if (title === 'Compare') {
      await page.getByLabel('B compared with it').selectOption({ index: 1 });
      await expect(page.getByRole('tablist')).toBeVisible(patient);
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await look(`compare-${((await tab.textContent()) ?? '').toLowerCase().replaceAll(/\W+/g, '-')}`);
      }
      continue;
    }
    await look(title.toLowerCase());
    if (title === 'Explorer') {
      await page.getByRole('button', { name: /^innodb-status/ }).click();
      await expect(page.getByRole('region', { name: 'Parsed values' })).toBeVisible(patient);
      await look('explorer-status');
    }
  }
}

/** The window as it is, and where more of the page lies below, the whole page as well. */
async function picture({ page, electron }: LatchkeyApp, path: string): Promise<void> {
  for (const { name, width, height, factor, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const size = (high: number) =>
      electron.evaluate(
        ({ BrowserWindow }, given) => {
          const window = BrowserWindow.getAllWindows()[0];
          window?.setContentSize(given.width, given.high);
          window?.webContents.setZoomFactor(given.factor);
        },
        { width, high, factor },
      );
    await size(height);
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width / factor);
    await page.mouse.move(1, 1);
    const hidden = await page.evaluate(() => {
      const main = document.querySelector('main');
      return main === null ? 0 : main.scrollHeight - main.clientHeight;
    });
    if (hidden > 0) await size(Math.min(height + hidden * factor, 3900));
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    // A zoomed window is taken as its screen has it: a page measures itself without the zoom.
    const png = await electron.evaluate(async ({ BrowserWindow }) => {
      const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
      return image?.toPNG().toString('base64') ?? '';
    });
    writeFileSync(`${path}-${name}.png`, Buffer.from(png, 'base64'));
  }
  const words = await page.evaluate(
    // biome-ignore lint/performance/useDomNodeTextContent: what is read is what is shown
    () => (document.querySelector<HTMLElement>('dialog[open]') ?? document.body).innerText,
  );
  writeFileSync(`${path}.txt`, words);
  console.log(path);
}
