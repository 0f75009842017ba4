import { writeFile } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';
import { LatchkeyError } from '../../shared/base/error';
import { texts } from './texts';

/** What a page says about itself on the document element (src/renderer/page-state.ts). */
interface PageState {
  page: string;
  state: string;
  /** What parts of the page still read, in their words; '' when nothing does. */
  loading: string;
  /** What the page says went wrong; '' when nothing did. */
  alert: string;
}

const readState = `({
  page: document.documentElement.dataset.page ?? '',
  state: document.documentElement.dataset.state ?? '',
  loading: [...document.querySelectorAll('.loading')].map((line) => line.textContent).join(', '),
  alert: [...document.querySelectorAll('[role=alert] p')].map((line) => line.textContent).join(' '),
})`;
const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';

/**
 * Waits until the diagnosis page says that it is ready, all of its parts have been read and it has drawn, then
 * writes a PNG of the window.
 * @throws LatchkeyError 'timeout' when it does not get there; 'internal' when the page shows an error instead
 */
export async function takePicture(window: PicturedWindow, path: string, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs;
  // A part that has been read may show another one that reads: drawn, the page must still be complete.
  while (!(await isComplete(window)) || !(await isDrawnComplete(window))) {
    if (Date.now() > deadline) {
      const { page, loading } = await stateOf(window);
      throw new LatchkeyError(
        'timeout',
        texts.theDiagnosisWasNotComplete(limitMs / 1000, page, loading && texts.still(loading)),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const image = await window.webContents.capturePage();
  await writeFile(path, image.toPNG());
}

/** What a picture needs of a window. */
type PicturedWindow = {
  webContents: Pick<BrowserWindow['webContents'], 'executeJavaScript' | 'capturePage'>;
};

function stateOf(window: PicturedWindow): Promise<PageState> {
  return window.webContents.executeJavaScript(readState);
}

async function isComplete(window: PicturedWindow): Promise<boolean> {
  const { page, state, loading, alert } = await stateOf(window);
  if (page === 'diagnosis' && state === 'ready' && loading === '') return true;
  if (alert !== '') throw new LatchkeyError('internal', alert);
  return false;
}

async function isDrawnComplete(window: PicturedWindow): Promise<boolean> {
  await window.webContents.executeJavaScript(twoFrames);
  return isComplete(window);
}
