import type { Session, WebContents } from 'electron';

/**
 * Deny by default (Electron security checklist, items 5, 11, 13, 14): no permission is granted, asked for or found
 * granted; no page is left, no window opened, no webview attached. The window needs none of them: dialogs,
 * clipboard and files go through main.
 */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

export function keepToOwnPage(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
