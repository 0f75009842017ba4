import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';

const most = 10;
const listSchema = z.array(z.string()).max(100);

/** Snapshot files that were opened or written last, for the menu. */
export interface RecentFiles {
  /** Newest first. */
  list(): readonly string[];
  add(path: string): void;
  clear(): void;
}

/** @param path file that keeps the list from one start to the next @param onChange called with when the list is another */
export function recentFiles(path: string, onChange: () => void): RecentFiles {
  let files = read(path);
  let written: Promise<void> = Promise.resolve();
  const set = (next: string[]) => {
    if (next.join('\n') === files.join('\n')) return;
    files = next;
    // One after the other, so that the newest list is the one that stays. Best effort: without it the menu begins
    // empty the next time.
    written = written
      .then(() => writeFile(path, `${JSON.stringify(next)}\n`, { mode: 0o600 }))
      .catch(() => undefined);
    onChange();
  };
  return {
    list: () => files,
    add: (added) => set([added, ...files.filter((known) => known !== added)].slice(0, most)),
    clear: () => set([]),
  };
}

function read(path: string): string[] {
  try {
    const list = listSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return list.success ? list.data.slice(0, most) : [];
  } catch {
    return [];
  }
}
