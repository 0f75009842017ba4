import { readdirSync, readFileSync } from 'node:fs';
import type { ElectronApplication, Page } from '@playwright/test';

/** The real window, as an attack drives it. */
export interface WindowOnStage {
  page: Page;
  /** Drops a file, as a person does. */
  drop(path: string): Promise<void>;
  /** Largest resident set that a process of the app has had, bytes. */
  peakBytes(): number;
}

export async function windowOf(app: ElectronApplication): Promise<WindowOnStage> {
  const page = await app.firstWindow();
  // A person who is asked about something that they did not begin says no.
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
  });
  await page
    .locator('html[data-page="welcome"][data-state="ready"]')
    .waitFor({ state: 'attached', timeout: 90_000 });
  return {
    page,
    drop: (path) => dropFile(page, path),
    peakBytes: () => Math.max(0, ...family(app.process().pid ?? 0).map(highWater)),
  };
}

/** Only what a person chose has a path, so the browser's own protocol drops it; again until the window takes it. */
async function dropFile(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    client.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  for (let attempt = 1; ; attempt += 1) {
    await drag('dragEnter');
    await drag('dragOver');
    const taken = await page
      .locator('.drop-hint')
      .waitFor({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
    if (taken) break;
    if (attempt === 10) throw new Error('the window takes no file');
  }
  await drag('drop');
  await client.detach();
}

/** A process and all that it started. */
function family(first: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const found = new Set([first]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It has ended meanwhile.
    return -1;
  }
}

function highWater(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
