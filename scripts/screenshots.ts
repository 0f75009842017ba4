// `npm run screenshots`: a picture of every page in both themes, from the samples and a server, into docs/screenshots/.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LatchkeyApp, launchApp } from '../e2e/app.ts';
import { connected } from '../e2e/connected.ts';
import { everywhere } from '../e2e/everywhere.ts';
import { indexedPng } from './indexed-png.ts';
import { startServer } from './servers/index.ts';
import { withDisplay } from './xvfb.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'screenshots');
const limitBytes = 3_000_000;
/** Of the places that the tests look at, those that README and docs show. */
const shown = new Set(
  `start connect diagnosis finding rule plan plan-diff probes probe-result buffer-pool timeline compare compare-rates
  explorer explorer-status history settings palette shortcuts
  snapshot probe-plan probe-live`.split(/\s+/),
);

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (name.endsWith('.png')) rmSync(join(folder, name));
await withDisplay(async (display) => {
  const app = await launchApp(display);
  try {
    await everywhere(app, (place) => picture(app, place));
    const server = await startServer('mysql97');
    try {
      await connected(app, server, (place) => picture(app, place));
    } finally {
      await server.stop();
    }
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
