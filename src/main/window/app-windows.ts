import { type BrowserWindow, screen, type WebContents } from 'electron';
import type { RpcEvent } from '../../shared/rpc';
import { rpcChannels } from '../../shared/rpc/channels';
import type { RpcServer } from '../rpc-server';
import { openAppWindow } from './app-window';
import { texts } from './texts';
import { besideBounds, boundsOnScreen, keepWindowState, readWindowState } from './window-state';

/** One window with what belongs to it alone: its requests, and the files that its dialogs gave. */
export interface AppWindow {
  window: BrowserWindow;
  rpc: RpcServer;
  send(event: RpcEvent): void;
}

export interface AppWindows {
  open(): AppWindow;
  /** The one in front, or the one that was last; null: none is open. */
  current(): AppWindow | null;
  /** The window that a message came from. */
  of(contents: WebContents): AppWindow | undefined;
  sendToAll(event: RpcEvent): void;
  /** How many are open. */
  count(): number;
}

/**
 * Every window of the app. Each has its own page with its own snapshot; they share one engine. Closing a window
 * cancels what it asked for and nothing else.
 */
export function appWindows(options: {
  preload: string;
  /** Where the place and size of the window closed last are kept. */
  stateFile: string;
  serve(window: () => BrowserWindow | null): RpcServer;
  onFault(message: string): void;
}): AppWindows {
  /** The one used last comes last. */
  const windows: AppWindow[] = [];

  function placeOf() {
    const front = windows[windows.length - 1];
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
    if (front !== undefined) {
      const beside = boundsOnScreen(besideBounds(front.window.getNormalBounds()), screens);
      return { bounds: beside, maximized: false };
    }
    const kept = readWindowState(options.stateFile);
    return kept === null
      ? { bounds: null, maximized: false }
      : { bounds: boundsOnScreen(kept.bounds, screens), maximized: kept.maximized };
  }

  function keep(window: BrowserWindow): void {
    try {
      keepWindowState(options.stateFile, {
        bounds: window.getNormalBounds(),
        maximized: window.isMaximized(),
      });
    } catch (thrown) {
      options.onFault(texts.thePlaceOfTheWindow(String(thrown)));
    }
  }

  function open(): AppWindow {
    const window = openAppWindow(options.preload, placeOf());
    let alive = true;
    const rpc = options.serve(() => (alive ? window : null));
    // What is sent before the page has loaded would be lost.
    let waiting: RpcEvent[] | null = [];
    const one: AppWindow = {
      window,
      rpc,
      send: (event) => {
        if (!alive) return;
        if (waiting !== null) waiting.push(event);
        else window.webContents.send(rpcChannels.event, event);
      },
    };
    windows.push(one);
    window.webContents.once('did-finish-load', () => {
      const early = waiting ?? [];
      waiting = null;
      for (const event of early) one.send(event);
    });
    window.webContents.on('did-start-navigation', () => rpc.cancelAll());
    window.webContents.on('render-process-gone', () => rpc.cancelAll());
    window.on('focus', () => {
      windows.splice(windows.indexOf(one), 1);
      windows.push(one);
    });
    window.on('close', () => keep(window));
    window.on('closed', () => {
      alive = false;
      rpc.cancelAll();
      windows.splice(windows.indexOf(one), 1);
    });
    return one;
  }

  return {
    open,
    current: () => windows[windows.length - 1] ?? null,
    of: (contents) => windows.find(({ window }) => window.webContents === contents),
    count: () => windows.length,
    sendToAll: (event) => {
      for (const one of windows) one.send(event);
    },
  };
}
