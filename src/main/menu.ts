import { Menu, type MenuItemConstructorOptions } from 'electron';

/** Commands of the menu that the window carries out. */
export type MenuCommand = 'open-snapshot' | 'take-snapshot' | 'import' | 'palette' | 'shortcuts';

/** The application's menu. Reload and developer tools are there in development only. */
export function buildMenu(options: {
  platform: string;
  development: boolean;
  send(command: MenuCommand): void;
  openWindow(): void;
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
        ...(mac ? [] : [{ role: 'about' as const }]),
      ],
    },
  ];
  return Menu.buildFromTemplate(template);
}
