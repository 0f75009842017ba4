import { expect, type Page } from '@playwright/test';

/**
 * Drops a file or folder on the window. Only what a person chose has a path, so the browser's own protocol drops it. As
 * a person does, it goes on moving until the window shows that it takes the file, and tries again when the file fell
 * beside it: a window that has just opened may not take part in a drag yet.
 */
export async function dropFile(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    client.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  await page.evaluate(() => {
    delete document.documentElement.dataset.dropped;
    const onDrop = () => {
      document.documentElement.dataset.dropped = 'yes';
    };
    window.addEventListener('drop', onDrop, { once: true, capture: true });
  });
  await expect(async () => {
    await drag('dragEnter');
    await drag('dragOver');
    await expect(page.locator('.drop-hint')).toBeVisible({ timeout: 3_000 });
    await drag('drop');
    await expect(page.locator('html[data-dropped]')).toBeAttached({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.locator('.drop-hint')).toBeHidden();
  await client.detach();
}
