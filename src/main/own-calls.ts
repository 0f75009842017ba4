import { type BrowserWindow, clipboard, dialog, shell } from 'electron';
import type { PathIntent } from '../shared/base/path-argument';
import { proposedFileName } from '../shared/writers/file-name';
import type { AskPerson, GrantedPaths } from './granted-paths';
import type { MainCalls } from './rpc-server';
import type { SecretVault } from './secrets/secret-vault';
import { texts } from './texts';

/**
 * The calls that main answers itself: native dialogs, the clipboard, the file manager. A path that a dialog gave may be
 * read or written to afterwards.
 */
export function ownCalls(
  window: () => BrowserWindow | null,
  paths: GrantedPaths,
  secrets: SecretVault,
  app: { savePdf: MainCalls['report.savePdf']; openWindow(): void },
): MainCalls {
  return {
    'report.savePdf': app.savePdf,
    'window.open': async () => {
      app.openWindow();
      return {};
    },
    'secrets.list': () => secrets.list(),
    'secrets.save': async ({ profileId, ...given }) => {
      await secrets.save(profileId, given);
      return {};
    },
    'secrets.forget': async ({ profileId }) => ({ removed: await secrets.forget(profileId) }),
    'dialog.open': async ({ title, filters, folder }) => {
      const property = folder === true ? ('openDirectory' as const) : ('openFile' as const);
      const options = { title, filters, properties: [property] };
      const parent = window();
      const { canceled, filePaths } = await (parent === null
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(parent, options));
      const path = canceled ? null : (filePaths[0] ?? null);
      // What is written into a chosen folder was asked for by choosing it. A chosen socket is connected to.
      if (path !== null) paths.grant(path, folder === true ? ['read', 'write'] : ['read', 'socket']);
      return { path };
    },
    'dialog.save': async ({ title, defaultName, filters }) => {
      // A name for the file, and no folder: where it goes is for the person to choose.
      const options = { title, defaultPath: proposedFileName(defaultName), filters };
      const parent = window();
      const { canceled, filePath } = await (parent === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(parent, options));
      if (canceled || filePath === undefined || filePath === '') return { path: null };
      paths.grant(filePath, ['write']);
      return { path: filePath };
    },
    'clipboard.write': async ({ text }) => {
      clipboard.writeText(text);
      return {};
    },
    'shell.showFile': async ({ path }) => {
      shell.showItemInFolder(path);
      return {};
    },
  };
}

/** What the question says a path is wanted for. */
const wanted: Readonly<Record<PathIntent, string>> = {
  read: texts.readThisFile,
  use: texts.connectWithThisFile,
  write: texts.writeThisFile,
  socket: texts.connectToThisSocket,
  show: texts.showThisFile,
  secret: texts.toUseThePasswordOfThis,
  variable: texts.toUseTheTokenInThis,
};

/** Asks in a native dialog, which the page cannot answer, whether a path that was typed may be used. */
export function askPerson(window: () => BrowserWindow | null): AskPerson {
  return async ({ path, intent, to }) => {
    const options = {
      type: 'question' as const,
      title: 'Latchkey',
      message: texts.allowLatchkeyTo(wanted[intent]),
      detail: texts.itWasTypedOrCame(shown(path), to === null ? '' : texts.thePasswordThatItHolds(shown(to))),
      buttons: [texts.allow, texts.refuse],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    };
    const parent = window();
    const { response } = await (parent === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(parent, options));
    return response === 0;
  };
}

/** A path as it is, but for what could make it look like another one. */
function shown(path: string): string {
  const visible = path.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return visible.length > 500 ? `${visible.slice(0, 500)} ...` : visible;
}
