import { BrowserWindow, nativeTheme } from 'electron';
import { appUrl } from './app-protocol';
import { keepToOwnPage } from './hardening';

/** Ground colours of the two themes (src/view/tokens.css), so that the window does not flash while it opens. */
const ground = { dark: '#14171c', light: '#f6f7f9' };

/** Opens the one window: sandboxed, isolated, without Node; shown when its first frame is ready. */
export function openAppWindow(preload: string, options: { show: boolean }): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 900,
    minHeight: 600,
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
  if (options.show) window.once('ready-to-show', () => window.show());
  void window.loadURL(appUrl);
  return window;
}
