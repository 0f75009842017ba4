import { BrowserWindow, nativeTheme } from 'electron';
import { appUrl } from '../app-protocol';
import { keepToOwnPage } from '../hardening';
import { type Bounds, smallest } from './window-state';

/** Ground colours of the two themes (src/view/tokens.css), so that the window does not flash while it opens. */
const ground = { dark: '#14171c', light: '#f6f7f9' };

/**
 * Opens a window: sandboxed, isolated, without Node; shown when its first frame is ready.
 * @param place where it stands when it is not maximised; null: the system chooses
 */
export function openAppWindow(
  preload: string,
  place: { bounds: Bounds | null; maximized: boolean },
): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...place.bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Latchkey',
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  keepToOwnPage(window.webContents);
  window.once('ready-to-show', () => {
    if (place.maximized) window.maximize();
    window.show();
  });
  void window.loadURL(appUrl);
  return window;
}
