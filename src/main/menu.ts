import { basename } from 'node:path';
import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type MainPage, mainPages } from '../shared/pages';

/** Commands of the menu that the window carries out. */
export type MenuCommand =
  | 'open-snapshot'
  | 'take-snapshot'
  | 'import'
  | 'palette'
  | 'shortcuts'
  | 'tour'
  | `page-${MainPage}`;

/** The application's menu. Reload and developer tools are there in development only. */
export function buildMenu(options: {
  platform: string;
  development: boolean;
  send(command: MenuCommand): void;
  openWindow(): void;
  /** Snapshot files, newest first. */
  recent: readonly string[];
  openRecent(path: string): void;
  clearRecent(): void;
}): Menu {
  const item = (label: string, command: MenuCommand, accelerator: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => options.send(command),
  });
  const development: MenuItemConstructorOptions[] = options.development
    ? [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
    : [];
  const mac = options.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        item('Take snapshot…', 'take-snapshot', 'CmdOrCtrl+N'),
        item('Open snapshot…', 'open-snapshot', 'CmdOrCtrl+O'),
        {
          label: 'Open recent',
          enabled: options.recent.length > 0,
          submenu: [
            ...options.recent.map((path) => ({
              // An ampersand would be taken for a mnemonic.
              label: basename(path).replaceAll('&', '&&'),
              toolTip: path,
              click: () => options.openRecent(path),
            })),
            { type: 'separator' },
            { label: 'Clear this list', click: options.clearRecent },
          ],
        },
        item('Import…', 'import', 'CmdOrCtrl+I'),
        { type: 'separator' },
        {
          id: 'new-window',
          label: 'New window',
          accelerator: 'CmdOrCtrl+Shift+N',
          click: () => options.openWindow(),
        },
        { role: 'close', label: 'Close window' },
        ...(mac ? [] : [{ role: 'quit' as const, label: 'Quit' }]),
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        // The window has the key itself; the menu only shows it.
        { ...item('Commands…', 'palette', 'CmdOrCtrl+K'), registerAccelerator: false },
        { type: 'separator' },
        ...mainPages.map(({ page, title }, index) => ({
          ...item(title, `page-${page}`, `CmdOrCtrl+${(index + 1) % 10}`),
          registerAccelerator: false,
        })),
        { type: 'separator' },
        // Ctrl+0 goes to the tenth page.
        { role: 'resetZoom', accelerator: 'CmdOrCtrl+Alt+0' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...development,
      ],
    },
    {
      role: 'help',
      submenu: [
        item('Keyboard shortcuts', 'shortcuts', 'CmdOrCtrl+/'),
        { label: 'Tour', click: () => options.send('tour') },
        ...(mac ? [] : [{ role: 'about' as const }]),
      ],
    },
  ];
  return Menu.buildFromTemplate(template);
}
