/** What making a folder asks of a file system. */
export interface FolderMaking {
  /** Makes one folder. @throws where its parent is missing, as for any other reason */
  make(folder: string): void;
  isFolder(path: string): boolean;
  parentOf(path: string): string;
}

/**
 * Makes a folder and what is missing above it. Node's own `recursive` does not end where a folder that is there takes
 * none: of ENOENT it makes the parent, finds it, and tries again (MKDirpSync in src/node_file.cc; /proc is such a folder).
 * @returns the outermost folder that was made; undefined: all were there
 */
export function makeFolderWith(
  { make, isFolder, parentOf }: FolderMaking,
  folder: string,
): string | undefined {
  const missing: string[] = [];
  for (let at = folder; !isFolder(at); at = parentOf(at)) {
    missing.unshift(at);
    if (parentOf(at) === at) break;
  }
  for (const one of missing) {
    try {
      make(one);
    } catch (error) {
      // Another process may have made it by now.
      if (!isFolder(one)) throw error;
    }
  }
  return missing[0];
}
