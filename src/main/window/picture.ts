import { writeFile } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';
import { LatchkeyError } from '../../shared/base/error';

/** What a page says about itself on the document element (src/renderer/page-state.ts). */
interface PageState {
  page: string;
  state: string;
  /** What the page says went wrong; '' when nothing did. */
  alert: string;
}

const readState = `({
  page: document.documentElement.dataset.page ?? '',
  state: document.documentElement.dataset.state ?? '',
  alert: [...document.querySelectorAll('[role=alert] p')].map((line) => line.textContent).join(' '),
})`;
const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';

/**
 * Waits until the diagnosis page says that it is ready and has drawn, then writes a PNG of the window.
 * @throws LatchkeyError 'timeout' when it does not get there; 'internal' when the page shows an error instead
 */
export async function takePicture(window: BrowserWindow, path: string, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const { page, state, alert }: PageState = await window.webContents.executeJavaScript(readState);
    if (page === 'diagnosis' && state === 'ready') break;
    if (alert !== '') throw new LatchkeyError('internal', alert);
    if (Date.now() > deadline) {
      throw new LatchkeyError(
        'timeout',
        `The diagnosis was not shown within ${limitMs / 1000} s (page: ${page}).`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await window.webContents.executeJavaScript(twoFrames);
  const image = await window.webContents.capturePage();
  await writeFile(path, image.toPNG());
}
