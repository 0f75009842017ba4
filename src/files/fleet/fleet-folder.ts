import { stat } from 'node:fs/promises';
import path from 'node:path';
import { listFolder } from '../list-folder';
import { readError } from '../read-file';
import { serverOfFile } from './server-name';

/** A snapshot file of a folder, not yet looked into. */
export interface FleetFile {
  path: string;
  /** Name of the server that it belongs to. */
  server: string;
  bytes: number;
  modifiedMs: number;
}

/** Below the folder itself: one folder a server, and one a month or so in it. */
const deepestFolder = 3;
const mostEntries = 200_000;

/**
 * Every `.lks` file in a folder and the folders in it, by name. Folders that are links are not followed, and hidden ones
 * are ignored. Throws `file-not-found` or `file-unreadable` where the folder itself cannot be listed.
 */
export async function listFleetFiles(folder: string): Promise<FleetFile[]> {
  const files: FleetFile[] = [];
  await listInto(files, folder, '', 0);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A single snapshot file as a fleet of one. Throws `file-not-found` or `file-unreadable`. */
export async function fleetFile(file: string): Promise<FleetFile> {
  try {
    const found = await stat(file);
    return {
      path: file,
      server: serverOfFile(path.basename(file)),
      bytes: found.size,
      modifiedMs: found.mtimeMs,
    };
  } catch (error) {
    throw readError(error, file, 'snapshot');
  }
}

async function listInto(files: FleetFile[], root: string, below: string, depth: number): Promise<void> {
  const folder = path.join(root, below);
  const entries = await listFolder(folder, mostEntries).catch((error: unknown) => {
    // What another account keeps for itself below it, or has removed by now, hides nothing else.
    if (depth > 0) return [];
    throw readError(error, folder, 'folder');
  });
  for (const entry of entries) {
    const relative = path.join(below, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) {
      if (depth < deepestFolder) await listInto(files, root, relative, depth + 1);
      continue;
    }
    if (!entry.name.endsWith('.lks')) continue;
    const full = path.join(root, relative);
    const found = await stat(full).catch(() => null);
    if (found === null) continue;
    const server = serverOfFile(relative.split(path.sep).join('/'));
    files.push({ path: full, server, bytes: found.size, modifiedMs: found.mtimeMs });
  }
}
