import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takePicture } from './picture';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-picture-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ready = { page: 'diagnosis', state: 'ready', loading: '', alert: '' };

/** A window whose page says these things of itself, one after the other, the last for ever. */
function windowThatSays(...states: object[]) {
  const left = [...states];
  let asked = 0;
  const webContents = {
    executeJavaScript: async (code: string) => {
      if (code.startsWith('new Promise')) return true;
      asked++;
      return left.length > 1 ? left.shift() : left[0];
    },
    capturePage: async () =>
      ({ toPNG: () => Buffer.from(`taken after ${asked} looks`) }) as Electron.NativeImage,
  };
  return { webContents };
}

test('the picture is taken when no part of the page still reads', async () => {
  const path = join(folder, 'a.png');
  const window = windowThatSays(
    { ...ready, page: 'welcome' },
    { ...ready, state: 'loading' },
    { ...ready, loading: 'Reading sessions' },
    ready,
    { ...ready, loading: 'Reading waits' },
    ready,
    ready,
  );
  await takePicture(window, path, 60_000);
  expect(readFileSync(path, 'utf8')).toBe('taken after 7 looks');
});

test('a page that stays incomplete is no picture, and the error names what it still reads', async () => {
  const window = windowThatSays({ ...ready, loading: 'Reading sessions' });
  await expect(takePicture(window, join(folder, 'b.png'), 0)).rejects.toThrow('still: Reading sessions');
});

test('an error that the page shows is the error of the picture', async () => {
  const window = windowThatSays({ ...ready, page: 'welcome', alert: 'The file is damaged.' });
  await expect(takePicture(window, join(folder, 'c.png'), 60_000)).rejects.toThrow('The file is damaged.');
});
