import { type BrowserWindow, clipboard, dialog, shell } from 'electron';
import type { GrantedPaths } from './granted-paths';
import type { MainCalls } from './rpc-server';
import type { SecretVault } from './secret-vault';

/**
 * The calls that main answers itself: native dialogs, the clipboard, the file manager. A path that a save dialog
 * gave may be written to afterwards.
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
    'secrets.save': async ({ profileId, target, secrets: given }) => {
      await secrets.save(profileId, target, given);
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
      // What is written into a chosen folder was asked for by choosing it.
      if (path !== null && folder === true) paths.grant(path);
      return { path };
    },
    'dialog.save': async ({ title, defaultName, filters }) => {
      const options = { title, defaultPath: defaultName, filters };
      const parent = window();
      const { canceled, filePath } = await (parent === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(parent, options));
      if (canceled || filePath === undefined || filePath === '') return { path: null };
      paths.grant(filePath);
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
