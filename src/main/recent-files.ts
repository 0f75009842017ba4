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

/** @param path file that keeps the list from one start to the next @param onChange told when the list is another */
export function recentFiles(path: string, onChange: () => void): RecentFiles {
  let files = read(path);
  const set = (next: string[]) => {
    if (next.join('\n') === files.join('\n')) return;
    files = next;
    // Best effort: without it the menu begins empty the next time.
    void writeFile(path, `${JSON.stringify(files)}\n`, { mode: 0o600 }).catch(() => undefined);
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
