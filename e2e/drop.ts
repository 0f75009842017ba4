import type { Page } from '@playwright/test';

/** Drops a file or folder on the window. Only what a person chose has a path, so the browser's own protocol drops it. */
export async function dropFile(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await client.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  }
}
