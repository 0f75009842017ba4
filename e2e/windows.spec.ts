import type { Page } from '@playwright/test';
import { goTo, type LatchkeyApp, onPage } from './app.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect, openSample, startSnapshot } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

const slow = { timeout: 60_000 };

let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** The window that `act` opens, once its first page stands. */
async function opened(app: LatchkeyApp, act: () => Promise<unknown>): Promise<Page> {
  const [page] = await Promise.all([app.electron.waitForEvent('window'), act()]);
  await onPage(page, 'welcome');
  return page;
}

function clickMenu({ electron }: LatchkeyApp, id: string): Promise<void> {
  return electron.evaluate(({ Menu }, wanted) => {
    Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click();
  }, id);
}

async function closeWindow({ electron }: LatchkeyApp, page: Page): Promise<void> {
  const window = await electron.browserWindow(page);
  // Answered before the window is gone, with which the answer would go.
  await window.evaluate((one) => void setImmediate(() => one.close()));
}

test('windows have pages and snapshots of their own; the app ends with the last', async ({ launch }) => {
  const app = await launch();
  const { page: first } = app;
  await openSample(first, 'mysql-9.7-starved-redo');
  const second = await opened(app, () => clickMenu(app, 'new-window'));
  await openSample(second, 'mariadb-11.8-healthy');
  await expect(second.getByRole('banner')).toContainText('MariaDB', slow);
  await expect(first.getByRole('banner')).toContainText('MySQL 9.7');
  await goTo(first, 'Plan');
  await onPage(first, 'plan');
  await expect(second.locator('html')).toHaveAttribute('data-page', 'diagnosis');

  const third = await opened(app, async () => {
    await second.keyboard.press('Control+k');
    await second.getByRole('combobox', { name: 'Command' }).fill('new window');
    await second.keyboard.press('Enter');
  });
  const places = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getPosition().join(' ')),
  );
  expect(new Set(places).size, places.join(', ')).toBe(3);

  await closeWindow(app, third);
  await closeWindow(app, first);
  await openSample(second, 'mysql-9.7-starved-redo');
  const ended = app.electron.waitForEvent('close');
  await closeWindow(app, second);
  await ended;
});

test('progress goes to the window that asked; closing another one leaves it going', async ({ latchkey }) => {
  const { page: first } = latchkey;
  server = await serverOrSkip('mariadb1011');
  await fillConnect(first, { socket: server.socket, user: 'root' });
  await first.getByRole('button', { name: 'Continue to snapshot' }).click();
  const second = await opened(latchkey, () => clickMenu(latchkey, 'new-window'));
  await fillConnect(second, { socket: server.socket, user: 'root' });
  await second.getByRole('button', { name: 'Continue to snapshot' }).click();
  await startSnapshot(first, 900);
  await startSnapshot(second, 300);
  const words = first.locator('.running-words');
  await expect(words).toContainText('14 min', slow);
  await expect(second.locator('.running-words')).toContainText('4 min', slow);
  await closeWindow(latchkey, second);
  const atClosing = (await words.textContent()) ?? '';
  await expect(words, 'it goes on').not.toHaveText(atClosing, slow);
  await first.getByRole('button', { name: 'Cancel' }).click();
  await onPage(first, 'diagnosis');
  // The engine has let go of what the closed window asked for, and answers the other one.
  await goTo(first, 'History');
  await onPage(first, 'history');
});

test('the window opens where it was closed, at its size', async ({ launch, folder }) => {
  const before = await launch({ home: folder });
  await onPage(before.page, 'welcome');
  const place = { x: 90, y: 60, width: 1040, height: 700 };
  await before.electron.evaluate(({ BrowserWindow }, bounds) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
  }, place);
  await before.close();
  const after = await launch({ home: folder });
  await onPage(after.page, 'welcome');
  const found = await after.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
  );
  expect(found).toEqual(place);
});
