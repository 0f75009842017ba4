import { expect, type Page } from '@playwright/test';
import { goTo, onPage } from './app.ts';

/** Opens a sample by its file name and waits for its diagnosis. */
export async function openSample(page: Page, name: string): Promise<void> {
  await goTo(page, 'Start');
  await page.locator(`[data-sample="${name}"]`).click();
  await onPage(page, 'diagnosis');
}

interface Address {
  host?: string;
  port?: number;
  socket?: string;
  user: string;
  password?: string;
  sslMode?: string;
}

/** Fills the Connect form. */
export async function fillConnect(page: Page, address: Address): Promise<void> {
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'Connect to a server' }).click();
  await onPage(page, 'connect');
  if (address.socket === undefined) {
    await page.getByLabel('TCP', { exact: true }).check();
    await page.getByLabel('Host', { exact: true }).fill(address.host ?? '127.0.0.1');
    await page.getByLabel('Port', { exact: true }).fill(String(address.port ?? ''));
  } else {
    await page.getByLabel('Unix socket').check();
    await page.getByRole('textbox', { name: 'Socket' }).fill(address.socket);
  }
  await page.getByLabel('User', { exact: true }).fill(address.user);
  await page.getByLabel('Password', { exact: true }).fill(address.password ?? '');
  if (address.sslMode !== undefined) {
    await unfold(page, 'TLS');
    await page.getByLabel('Mode', { exact: true }).selectOption(address.sslMode);
  }
}

/** Chooses a window of so many seconds and starts the snapshot. */
export async function startSnapshot(page: Page, seconds: number): Promise<void> {
  await onPage(page, 'snapshot');
  await page.getByLabel('Custom').check();
  await page.getByRole('textbox', { name: 'Seconds' }).fill(String(seconds));
  await page.getByRole('button', { name: 'Take snapshot' }).click();
  // A short one may have ended before anyone looks.
  const ended = page.locator('html[data-page="diagnosis"]');
  await expect(page.getByRole('progressbar').or(ended).first()).toBeAttached();
}

/** Opens the fold of that title, whether it stands open or not. */
export async function unfold(page: Page, title: string): Promise<void> {
  const fold = page.locator('summary').and(page.getByText(title, { exact: true }));
  await fold.evaluate((summary) => summary.parentElement?.setAttribute('open', ''));
}
