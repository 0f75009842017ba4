import { basename } from 'node:path';
import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type MenuCommand, menuCommands } from '../../shared/window/menu';
import { keyedPages, type MainPage, mainPages } from '../../shared/window/pages';
import { texts } from './texts';

/** The application's menu. Reload and developer tools are there in development only. */
export function buildMenu(options: {
  platform: string;
  development: boolean;
  send(command: MenuCommand): void;
  goTo(page: MainPage): void;
  openWindow(): void;
  /** Snapshot files, newest first. */
  recent: readonly string[];
  openRecent(path: string): void;
  clearRecent(): void;
}): Menu {
  const item = (command: MenuCommand): MenuItemConstructorOptions => {
    const { label, accelerator } = menuCommands[command];
    return { label, ...(accelerator === null ? {} : { accelerator }), click: () => options.send(command) };
  };
  const development: MenuItemConstructorOptions[] = options.development
    ? [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
    : [];
  const mac = options.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        item('take-snapshot'),
        item('open-snapshot'),
        {
          label: texts.openRecent,
          enabled: options.recent.length > 0,
          submenu: [
            ...options.recent.map((path) => ({
              // An ampersand would be taken for a mnemonic.
              label: basename(path).replaceAll('&', '&&'),
              toolTip: path,
              click: () => options.openRecent(path),
            })),
            { type: 'separator' },
            { label: texts.clearThisList, click: options.clearRecent },
          ],
        },
        item('import'),
        item('paste'),
        { type: 'separator' },
        {
          id: 'new-window',
          label: texts.newWindow,
          accelerator: 'CmdOrCtrl+Shift+N',
          click: () => options.openWindow(),
        },
        { role: 'close', label: texts.closeWindow },
        ...(mac ? [] : [{ role: 'quit' as const, label: texts.quit }]),
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        // The window has the key itself; the menu only shows it.
        { ...item('palette'), registerAccelerator: false },
        { type: 'separator' },
        ...mainPages.map((entry) => {
          const place = keyedPages.findIndex(({ page }) => page === entry.page);
          return {
            label: entry.title,
            ...(place < 0
              ? {}
              : { accelerator: `CmdOrCtrl+${(place + 1) % 10}`, registerAccelerator: false }),
            click: () => options.goTo(entry.page),
          };
        }),
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
      submenu: [item('shortcuts'), item('tour'), ...(mac ? [] : [{ role: 'about' as const }])],
    },
  ];
  return Menu.buildFromTemplate(template);
}
