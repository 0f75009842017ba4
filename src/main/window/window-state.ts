import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makeOwnFolder } from '../own-folder';

/** A rectangle on the screen, device-independent pixels. */
const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
export type Bounds = z.infer<typeof boundsSchema>;

const stateSchema = z.object({ bounds: boundsSchema, maximized: z.boolean() });
/** How the window that was closed last stood. */
export type WindowState = z.infer<typeof stateSchema>;

export const smallest = { width: 900, height: 600 };
/** So much of a window must lie on a screen for it to be taken hold of. */
const visible = { width: 200, height: 100 };
const stepAside = 28;

/** What was kept; null where nothing was, or nothing that can be read: a window then opens as at the first start. */
export function readWindowState(file: string): WindowState | null {
  try {
    const read = stateSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Replaces what was kept. @throws Error when the folder cannot be written */
export function keepWindowState(file: string, state: WindowState): void {
  makeOwnFolder(dirname(file));
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

/**
 * Where a window opens that stood at `kept`: there when enough of it lies on a screen that is attached now and no
 * larger than that screen; null: nowhere of it, so let the system choose.
 */
export function boundsOnScreen(kept: Bounds, screens: readonly Bounds[]): Bounds | null {
  const screen = screens.find((one) => {
    const width = Math.min(kept.x + kept.width, one.x + one.width) - Math.max(kept.x, one.x);
    const height = Math.min(kept.y + kept.height, one.y + one.height) - Math.max(kept.y, one.y);
    return width >= visible.width && height >= visible.height && kept.y >= one.y;
  });
  if (screen === undefined) return null;
  return {
    ...kept,
    width: Math.max(smallest.width, Math.min(kept.width, screen.width)),
    height: Math.max(smallest.height, Math.min(kept.height, screen.height)),
  };
}

/** Where a further window opens, so that it does not hide the one it was opened from. */
export function besideBounds(bounds: Bounds): Bounds {
  return { ...bounds, x: bounds.x + stepAside, y: bounds.y + stepAside };
}
