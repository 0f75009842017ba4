// `npm run screenshots`: a picture of every page in both themes, from the samples, into docs/screenshots/.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goTo, type LatchkeyApp, launchApp, onPage } from '../e2e/app.ts';
import { openSample } from '../e2e/journey.ts';
import { indexedPng } from './indexed-png.ts';
import { withDisplay } from './xvfb.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'screenshots');
const limitBytes = 3_000_000;

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (name.endsWith('.png')) rmSync(join(folder, name));
await withDisplay(async (display) => {
  const app = await launchApp(display);
  try {
    await everyPage(app);
  } finally {
    await app.close();
  }
});
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
console.log(`${readdirSync(folder).length} pictures, ${Math.round(bytes / 1000)} kB`);
if (bytes > limitBytes) {
  console.error(`More than ${limitBytes / 1e6} MB: the repository is not the place for them.`);
  process.exitCode = 1;
}

async function everyPage({ page, electron }: LatchkeyApp): Promise<void> {
  const shoot = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const whole = (await page.screenshot({ animations: 'disabled' })).toString('base64');
      const { width, height, bgra } = await electron.evaluate(({ nativeImage }, given) => {
        const image = nativeImage.createFromBuffer(Buffer.from(given, 'base64'));
        return { ...image.getSize(), bgra: image.toBitmap().toString('base64') };
      }, whole);
      const small = indexedPng(width, height, Buffer.from(bgra, 'base64'));
      writeFileSync(join(folder, `${name}-${colorScheme}.png`), small);
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    console.log(name);
  };
  await onPage(page, 'welcome');
  await page.locator('[data-sample]').first().waitFor();
  await shoot('start');
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  await onPage(page, 'connect');
  await page.getByText('Make an account for Latchkey').click();
  await page.getByRole('region', { name: 'Statements for the account' }).waitFor();
  await shoot('connect');
  // A second snapshot, so that there is something to compare with.
  await openSample(page, 'mariadb-11.8-healthy');
  await openSample(page, 'mysql-9.7-starved-redo');
  await page.locator('[data-finding]').first().waitFor();
  await shoot('diagnosis');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('redo');
  await shoot('palette');
  await page.getByRole('combobox', { name: 'Command' }).fill('');
  await page.keyboard.press('Escape');
  await page.locator('[data-finding]').first().click();
  await onPage(page, 'finding');
  await shoot('finding');
  await goTo(page, 'Plan');
  await page.getByRole('button', { name: 'Add all' }).click();
  await page.getByRole('tabpanel').waitFor();
  await shoot('plan');
  await page.getByRole('tabpanel').scrollIntoViewIfNeeded();
  await shoot('plan-outputs');
  for (const title of ['Probes', 'Buffer pool', 'Timeline', 'Compare', 'Explorer', 'History', 'Settings']) {
    const name = title.toLowerCase().replace(' ', '-');
    await goTo(page, title);
    await onPage(page, name);
    await shoot(name);
  }
}
