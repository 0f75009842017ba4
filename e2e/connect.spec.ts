import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sshdAvailability, startSshd } from '../scripts/servers/sshd.ts';
import { goTo, onPage } from './app.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { fillConnect } from './journey.ts';
import { type RunningServer, serverOrSkip } from './servers.ts';

const slow = { timeout: 60_000 };
let server: RunningServer | undefined;
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function bothThemes(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page), `${what}, ${colorScheme}`).toEqual([]);
  }
}

test('a URL fills the form, a password in it is refused and not shown again, and the script for an account is copied', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  await onPage(page, 'connect');
  await page.getByText('Paste connection URL').click();
  const url = page.getByLabel('URL');
  await url.fill('mysql://dba:sesame@db.example:3307/');
  await url.press('Enter');
  await expect(page.getByText('A password in a URL is refused')).toBeVisible(slow);
  await expect(page.getByText('sesame')).toBeHidden();
  await url.fill('mysql://dba@db.example:3307/?ssl-mode=verify-ca&ssl-ca=%2Fca.pem');
  await url.press('Enter');
  await expect(page.getByLabel('Host', { exact: true })).toHaveValue('db.example', slow);
  await expect(page.getByLabel('Port', { exact: true })).toHaveValue('3307');
  await expect(page.getByLabel('User', { exact: true })).toHaveValue('dba');
  await expect(page.getByLabel('Mode', { exact: true })).toHaveValue('verify-ca');

  await page.getByText('Create monitoring user').click();
  const account = page.getByRole('region', { name: 'Monitoring user' });
  await account.getByLabel('Server').selectOption('mariadb');
  await account.getByLabel('Version').fill('10.11');
  await account.getByLabel('apply settings').check();
  const script = account.getByRole('region', { name: 'Statements for the account' });
  await expect(script).toContainText(/GRANT SLAVE MONITOR|GRANT .*BINLOG MONITOR/, slow);
  await account.getByRole('button', { name: 'Copy script' }).click();
  const copied = () => latchkey.electron.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(copied).toMatch(/^CREATE USER/m);

  for (const fold of ['SSH', 'TLS', 'Option file and login path', 'Host hardware']) {
    await page
      .locator('summary')
      .filter({ hasText: new RegExp(`^${fold}$`) })
      .click();
  }
  await page.getByLabel('SSH user').fill('ops');
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText('The SSH host to go through.')).toBeVisible();
  await bothThemes(page, 'connect, all folds');
});

test('where the system has no keychain the form says that the password is asked each time', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  const unavailable = await page.evaluate(async () => {
    const reply = await window.latchkey.call('secrets.list', {}).reply;
    return reply.ok ? reply.value.unavailable : null;
  });
  const keep = page.getByLabel('Save password in keychain');
  if (unavailable === null) return expect(keep).toBeEnabled();
  await expect(keep).toBeDisabled();
  await expect(page.getByText(`${unavailable} The password is used for this session only`)).toBeVisible();
});

test('through SSH: an unknown host is refused with its fingerprint, a known one leads to the server', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  const available = sshdAvailability();
  test.skip(!available.available, available.available ? '' : available.reason);
  server = await serverOrSkip('mysql97');
  const sshd = await startSshd();
  try {
    const known = join(sshd.dir, 'known');
    await writeFile(known, '');
    await fillConnect(page, { host: '127.0.0.1', port: server.port, user: 'root' });
    await page.locator('summary').filter({ hasText: /^SSH$/ }).click();
    await page.getByLabel('SSH host').fill('127.0.0.1');
    await page.getByLabel('SSH port').fill(String(sshd.port));
    await page.getByLabel('SSH user').fill(sshd.user);
    await page.getByRole('textbox', { name: 'SSH key' }).fill(sshd.keys.plain);
    await page.getByRole('textbox', { name: 'Known hosts' }).fill(known);
    await page.getByRole('button', { name: 'Test' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toHaveAttribute('data-error', 'host-key-refused', slow);
    await expect(alert).toContainText('SHA256:');
    await writeFile(known, sshd.knownHosts.plain);
    await page.getByRole('button', { name: 'Test' }).click();
    await expect(page.getByRole('region', { name: 'Result of the test' })).toContainText(
      'Connected to MySQL 9.7',
      slow,
    );
    await page.getByLabel('Save connection').check();
    await page.getByRole('button', { name: 'Continue to snapshot' }).click();
    await onPage(page, 'snapshot');
    await goTo(page, 'Start');
    await page.getByRole('button', { name: /through SSH/ }).click();
    await expect(page.getByLabel('SSH host')).toHaveValue('127.0.0.1');
  } finally {
    await sshd.stop();
  }
});

// Claim, What a person on the network can do: The window says of a connection that is not encrypted that it is none, and keeps one that had TLS with a mode that requires it.
test('a connection without TLS is marked in the result and in the header, one with TLS is kept with it', async ({
  latchkey,
}) => {
  const { page } = latchkey;
  server = await serverOrSkip('mysql97');
  const at = { host: '127.0.0.1', port: server.port, user: 'root' };
  await fillConnect(page, { ...at, sslMode: 'disabled' });
  const mode = page.getByLabel('Mode', { exact: true });
  const result = page.getByRole('region', { name: 'Result of the test' });
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(result).toContainText('Not encrypted', slow);
  await expect(mode).toHaveValue('disabled');
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await expect(page.getByRole('banner').getByText('Not encrypted')).toBeVisible(slow);
  await bothThemes(page, 'a header that says not encrypted');

  await fillConnect(page, { ...at, sslMode: 'preferred' });
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(result).toContainText('TLSv1.3', slow);
  await expect(mode).toHaveValue('required');
  await page.getByLabel('Save connection').check();
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await expect(page.getByRole('banner').getByText('Not encrypted')).toBeHidden(slow);
  await goTo(page, 'Start');
  await page
    .getByRole('button', { name: /root@127\.0\.0\.1/ })
    .first()
    .click();
  await page.locator('summary').filter({ hasText: /^TLS$/ }).click();
  await expect(mode).toHaveValue('required');
});

test('a deep snapshot shows its statements first, and everything is restored', async ({ latchkey }) => {
  test.setTimeout(240_000);
  const { page } = latchkey;
  server = await serverOrSkip('mysql97');
  await fillConnect(page, { socket: server.socket, user: 'root' });
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await onPage(page, 'snapshot');
  await page.getByLabel('Custom').check();
  await page.getByRole('textbox', { name: 'Seconds' }).fill('3');
  await page.getByLabel('Deep').check();
  await page.getByText('Servers with very many tables').click();
  await bothThemes(page, 'snapshot');
  await page.getByRole('button', { name: 'Take snapshot' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: /^Statements, in this order/ })).toContainText(
    'setup_instruments',
    slow,
  );
  await bothThemes(page, 'consent to deep depth');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Take snapshot' }).click();
  await dialog.getByRole('button', { name: 'Send these and take the snapshot' }).click(slow);
  await onPage(page, 'diagnosis');
  await goTo(page, 'Explorer');
  await page.getByRole('button', { name: 'Statements sent' }).click();
  await page.getByPlaceholder('Filter rows').fill('UPDATE');
  await expect(page.getByRole('region', { name: 'Rows of statements' })).toContainText(
    'setup_instruments',
    slow,
  );
});

test('a test of a connection saves nothing; it is saved when that is asked for', async ({ latchkey }) => {
  server = await serverOrSkip('mysql97');
  const { page } = latchkey;
  const saved = () =>
    page.evaluate(async () => {
      const reply = await window.latchkey.call('profiles.list', {}).reply;
      return reply.ok ? reply.value.map(({ name }) => name) : null;
    });
  await fillConnect(page, { host: '127.0.0.1', port: server.port, user: 'root' });
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByRole('region', { name: 'Result of the test' })).toContainText('9.7', slow);
  expect(await saved()).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill('sesame');
  await page.getByRole('button', { name: 'Show Password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByLabel('Password', { exact: true }).fill('');
  await page.getByLabel('Save connection').check();
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await onPage(page, 'snapshot');
  expect(await saved()).toHaveLength(1);
  await page.keyboard.press('Alt+ArrowLeft');
  await onPage(page, 'connect');
});

test('a production server stands in its group, is changed where it is saved, and asks twice before a write', async ({
  latchkey,
}) => {
  server = await serverOrSkip('mysql97');
  const { page } = latchkey;
  await fillConnect(page, { host: '127.0.0.1', port: server.port, user: 'root' });
  await page.getByLabel('Name', { exact: true }).fill('orders');
  await page.getByLabel('Group', { exact: true }).fill('Shop');
  await page.getByLabel('Colour').selectOption('red');
  await page.getByLabel('Save connection').check();
  await page.getByRole('button', { name: 'Continue to snapshot' }).click();
  await onPage(page, 'snapshot');
  await page.getByLabel('Deep').check();
  await page.getByRole('button', { name: 'Take snapshot' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Send these and take the snapshot' });
  await expect(send).toBeDisabled(slow);
  await bothThemes(page, 'second look');
  await dialog.getByLabel(/is a production server/).check();
  await expect(send).toBeEnabled();
  await dialog.getByRole('button', { name: 'Back' }).click();

  await goTo(page, 'Start');
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible(slow);
  await bothThemes(page, 'start');
  await page.getByRole('button', { name: /production orders/ }).click();
  await onPage(page, 'connect');
  await page.getByLabel('Name', { exact: true }).fill('orders-1');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Connection saved.')).toBeVisible(slow);
  await goTo(page, 'Start');
  await expect(page.getByRole('button', { name: /orders/ })).toHaveText(/orders-1/, slow);
});
