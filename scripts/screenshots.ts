// `npm run screenshots`: a picture of every page in both themes, into docs/screenshots/: from the samples, servers, and
// for those of README.md from what `npm run demo` left in demo-output (else from the sample pair of MySQL 8.0).
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from '@playwright/test';
import { goTo, type LatchkeyApp, launchApp, onPage } from '../e2e/app.ts';
import { connected } from '../e2e/connected.ts';
import { everywhere } from '../e2e/everywhere.ts';
import { fillConnect, startSnapshot, unfold } from '../e2e/journey.ts';
import { indexedPng } from './indexed-png.ts';
import { startServer } from './servers/index.ts';
import { sysbenchOnPath } from './servers/sysbench.ts';
import { withDisplay } from './xvfb.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'screenshots');
const limitBytes = 3_200_000;
/** Of the places that the tests look at, those that README and docs show. */
const shown = new Set(
  `start connect diagnosis finding rule plan plan-diff probes probe-result buffer-pool timeline compare compare-rates
  explorer explorer-status history settings palette shortcuts
  fleet snapshot live probe-plan probe-live demo top-sql summary proof`.split(/\s+/),
);

/** Samples under the names of servers. */
const servedBy = {
  'shop-db-1': 'mysql-8.0-before-plan',
  'shop-db-2': 'mysql-8.0-after-plan',
  'shop-db-3': 'mysql-8.0-before-plan',
  'shop-db-4': 'mysql-8.0-before-plan',
  'orders-1': 'mysql-9.7-starved-redo',
  'orders-2': 'mysql-9.7-after-plan',
  'cache-1': 'mariadb-11.8-healthy',
  'cache-2': 'mariadb-10.11-query-cache',
  'old-crm': 'mysql-5.6-benchmark-2013',
};

/** `npm run screenshots -- PART`: that part alone; README.md shows those of `demo` and `proof`. */
const parts = ['demo', 'proof', 'pages', 'fleet', 'connected'] as const;
const only = parts.filter((part) => process.argv.includes(part));
const isWanted = (part: (typeof parts)[number]) => only.length === 0 || only.includes(part);

mkdirSync(folder, { recursive: true });
for (const name of only.length > 0 ? [] : readdirSync(folder))
  if (name.endsWith('.png')) rmSync(join(folder, name));
await withDisplay(async (display) => {
  if (isWanted('demo')) await inWindow(display, beforeAndAfter);
  if (isWanted('proof')) await proof(display);
  if (isWanted('pages')) await inWindow(display, (app) => everywhere(app, (place) => picture(app, place)));
  if (isWanted('fleet')) await inWindow(display, manyServers);
  if (!isWanted('connected')) return;
  await inWindow(display, async (app) => {
    const server = await startServer('mysql97');
    try {
      await connected(app, server, (place) => picture(app, place));
    } finally {
      await server.stop();
    }
  });
});
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
console.log(`${readdirSync(folder).length} pictures, ${Math.round(bytes / 1000)} kB`);
if (bytes > limitBytes) {
  console.error(`More than ${limitBytes / 1e6} MB: the repository is not the place for them.`);
  process.exitCode = 1;
}

async function inWindow(
  display: Parameters<typeof launchApp>[0],
  use: (app: LatchkeyApp) => Promise<void>,
): Promise<void> {
  const app = await launchApp(display);
  try {
    await use(app);
  } finally {
    await app.close();
  }
}

/** The diagnosis of a server, its statements, and what its plan brought. */
async function beforeAndAfter(app: LatchkeyApp): Promise<void> {
  const { page } = app;
  const { before, after } = measuredPair();
  await onPage(page, 'welcome');
  await openFile(app, before);
  await complete(app);
  await picture(app, 'demo');
  await goTo(page, 'Top SQL');
  await onPage(page, 'top-sql');
  await page.locator('.top-sql tbody tr').first().waitFor();
  await complete(app);
  await picture(app, 'top-sql');
  await openFile(app, after);
  await goTo(page, 'Summary');
  await onPage(page, 'summary');
  await page.getByLabel('Before').selectOption({ index: 1 });
  await expect(page.locator('.summary-verdict')).toContainText('Transactions x', { timeout: 60_000 });
  await complete(app);
  await picture(app, 'summary');
}

/** Samples under the names of servers, some of them several times: one has got better. */
async function manyServers(app: LatchkeyApp): Promise<void> {
  const { page, openDialogGives } = app;
  const servers = mkdtempSync(join(tmpdir(), 'latchkey-servers-'));
  try {
    for (const [name, sample] of Object.entries(servedBy))
      copyFileSync(join(root, 'samples', `${sample}.lks`), join(servers, `${name}.lks`));
    await goTo(page, 'Fleet');
    await onPage(page, 'fleet');
    await openDialogGives(servers);
    await page.getByRole('button', { name: 'Open folder' }).click();
    await page.getByRole('table', { name: 'Findings by server' }).waitFor({ timeout: 120_000 });
    await picture(app, 'fleet');
    await page.getByRole('tab', { name: 'Drift' }).click();
    await picture(app, 'fleet-drift');
  } finally {
    rmSync(servers, { recursive: true });
  }
}

/** A plan of two changes, of which one is planted as good, proven under sorts that do not fit. */
async function proof(display: Parameters<typeof launchApp>[0]): Promise<void> {
  const programs = mkdtempSync(join(tmpdir(), 'latchkey-programs-'));
  const server = await startServer('mysql80', { options: { sort_buffer_size: '32K' } });
  try {
    sysbenchOnPath(programs);
    const path = `${programs}${delimiter}${process.env.PATH ?? ''}`;
    await inWindow({ ...display, PATH: path }, (app) => proveOn(app, server.socket));
  } finally {
    await server.stop();
    rmSync(programs, { recursive: true });
  }
}

async function proveOn(app: LatchkeyApp, socket: string): Promise<void> {
  const { page } = app;
  await fillConnect(page, { socket, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await startSnapshot(page, 2);
  await onPage(page, 'diagnosis');
  await goTo(page, 'Plan');
  for (const [variable, value] of [
    ['sort_buffer_size', '4M'],
    ['innodb_stats_on_metadata', 'ON'],
  ] as const) {
    await unfold(page, 'Set another variable');
    await page.getByLabel('Variable', { exact: true }).fill(variable);
    await page.getByLabel('Value', { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Put into the plan' }).click();
    await page.getByLabel(`Planned value of ${variable}`, { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Prove this plan' }).click();
  await page.getByRole('radio', { name: /^sysbench/ }).check();
  await page.getByLabel('Kind').selectOption('order-range');
  await page.getByLabel('Tables').fill('1');
  await page.getByLabel('Rows per table').fill('20000');
  await page.getByLabel('Longest time, minutes').fill('4');
  await page.getByRole('button', { name: 'Show the design' }).click();
  await page.getByRole('button', { name: 'Run this proof' }).click({ timeout: 60_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Agree and run' }).click();
  await page.getByRole('region', { name: 'Changes', exact: true }).waitFor({ timeout: 400_000 });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await complete(app);
  await picture(app, 'proof');
}

function measuredPair(): { before: string; after: string } {
  const ofDemo = {
    before: join(root, 'demo-output', 'before.lks'),
    after: join(root, 'demo-output', 'after.lks'),
  };
  if (existsSync(ofDemo.before) && existsSync(ofDemo.after)) return ofDemo;
  const sample = (name: string) => join(root, 'samples', `mysql-8.0-${name}-plan.lks`);
  return { before: sample('before'), after: sample('after') };
}

async function openFile({ page, openDialogGives }: LatchkeyApp, path: string): Promise<void> {
  await openDialogGives(path);
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Open snapshot' }).click();
  await onPage(page, 'diagnosis');
}

/** Nothing on the page still reads. */
async function complete({ page }: LatchkeyApp): Promise<void> {
  await expect(page.locator('.loading')).toHaveCount(0, { timeout: 60_000 });
}

async function picture({ page, electron }: LatchkeyApp, place: string): Promise<void> {
  if (!shown.has(place)) return;
  // A page is shown from its top, and the outputs of a plan, which stand far below, from theirs.
  await page.evaluate(
    place === 'plan-diff'
      ? "document.querySelector('[role=tablist]').scrollIntoView()"
      : "document.querySelector('main').scrollTo(0, 0)",
  );
  // The pointer rests on nothing, so that nothing is drawn as hovered.
  await page.mouse.move(1, 1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const whole = (await page.screenshot({ animations: 'disabled' })).toString('base64');
    const { width, height, bgra } = await electron.evaluate(({ nativeImage }, given) => {
      const image = nativeImage.createFromBuffer(Buffer.from(given, 'base64'));
      return { ...image.getSize(), bgra: image.toBitmap().toString('base64') };
    }, whole);
    const small = indexedPng(width, height, Buffer.from(bgra, 'base64'));
    writeFileSync(join(folder, `${place}-${colorScheme}.png`), small);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  console.log(place);
}
