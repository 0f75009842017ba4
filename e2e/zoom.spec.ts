import type { LatchkeyApp } from './app.ts';
import { connected } from './connected.ts';
import { everywhere } from './everywhere.ts';
import { expect, test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';
import { serverOrSkip } from './servers.ts';

// A chart takes its new width a frame after the window has it.
const softly = expect.configure({ soft: true });

async function setSize(
  { electron, page }: LatchkeyApp,
  { factor, width, height }: { factor: number; width: number; height: number },
): Promise<void> {
  await electron.evaluate(
    ({ BrowserWindow }, given) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.setContentSize(given.width, given.height);
      window?.webContents.setZoomFactor(given.factor);
    },
    { factor, width, height },
  );
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width / factor);
}

for (const size of [
  { factor: 1, width: 1280, height: 800 },
  { factor: 1, width: 1600, height: 1000 },
  { factor: 2, width: 1280, height: 800 },
]) {
  test(`nothing is cut off, broken or crowded, on any page and in any dialog, at ${size.width}x${size.height} and ${size.factor * 100} %`, async ({
    latchkey,
  }) => {
    test.setTimeout(360_000);
    await setSize(latchkey, size);
    await everywhere(latchkey, async (place) => {
      await softly.poll(() => layoutFaults(latchkey.page), place).toEqual([]);
    });
  });
}

test('nothing is cut off, broken or crowded while connected, at 100 % and 200 %', async ({ latchkey }) => {
  test.setTimeout(360_000);
  const server = await serverOrSkip('mysql97');
  try {
    await connected(latchkey, server, async (place) => {
      for (const factor of [2, 1]) {
        await setSize(latchkey, { factor, width: 1280, height: 800 });
        await softly.poll(() => layoutFaults(latchkey.page), `${place} at ${factor * 100} %`).toEqual([]);
      }
    });
  } finally {
    await server.stop();
  }
});
