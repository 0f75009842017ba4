import type { Page } from '@playwright/test';
import type { LatchkeyApp } from './app.ts';
import { connected } from './connected.ts';
import { everywhere } from './everywhere.ts';
import { expect, test } from './fixtures.ts';
import { serverOrSkip } from './servers.ts';

// A chart takes its new width a frame after the window has it.
const softly = expect.configure({ soft: true });

/** What the window would have to be scrolled sideways for, and words that are cut off. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
    const found: string[] = [];
    for (const element of [document.documentElement, ...document.querySelectorAll('main, dialog[open]')]) {
      const over = element.scrollWidth - element.clientWidth;
      if (over > 1) found.push(`${words(element)} is ${over} px too wide`);
    }
    const ground = document.querySelector('dialog[open]') ?? document.querySelector('#root') ?? document.body;
    for (const element of ground.querySelectorAll('*')) {
      const style = getComputedStyle(element);
      if (style.clipPath !== 'none' || element.closest('svg, .unseen, select') !== null) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || !element.checkVisibility()) continue;
      // What a region scrolls to, and what an ellipsis shortens, is not lost.
      const scroller = element.parentElement?.closest(
        '.scroll, .scroll-x, .grid, .diff, .statement-list, pre',
      );
      if (scroller == null && (box.right > window.innerWidth + 1 || box.left < -1))
        found.push(`${words(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px`);
      const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (cuts && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
        found.push(`${words(element)} is cut`);
    }
    for (const cell of ground.querySelectorAll('td.number')) {
      const text = document.createRange();
      text.selectNodeContents(cell);
      const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      if (lines > (cell.textContent ?? '').trim().split(/\s+/).length)
        found.push(`${words(cell)} breaks between digits`);
    }
    return found;
  });
}

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
  { factor: 2, width: 1280, height: 800 },
]) {
  test(`nothing is cut off sideways, on any page and in any dialog, at ${size.width}x${size.height} and ${size.factor * 100} %`, async ({
    latchkey,
  }) => {
    test.setTimeout(360_000);
    await setSize(latchkey, size);
    await everywhere(latchkey, async (place) => {
      await softly.poll(() => cutOff(latchkey.page), place).toEqual([]);
    });
  });
}

test('nothing is cut off sideways while connected, at 100 % and 200 %', async ({ latchkey }) => {
  test.setTimeout(360_000);
  const server = await serverOrSkip('mysql97');
  try {
    await connected(latchkey, server, async (place) => {
      for (const factor of [2, 1]) {
        await setSize(latchkey, { factor, width: 1280, height: 800 });
        await softly.poll(() => cutOff(latchkey.page), `${place} at ${factor * 100} %`).toEqual([]);
      }
    });
  } finally {
    await server.stop();
  }
});
