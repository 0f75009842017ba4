/** One file of what is imported. Its bytes can be read once, and only until the next entry is asked for. */
export interface Entry {
  /** Within the folder or archive, with `/`; only a label: nothing is ever written there. */
  path: string;
  modifiedAt: Date | null;
  chunks(): AsyncIterable<Buffer>;
}

/** What reading a source needs besides its path. */
export interface SourceContext {
  signal: AbortSignal;
  /** Bytes of the source itself (packed), where it is one file. */
  onSize(bytes: number): void;
  /** So many more bytes of it were read. */
  onBytes(bytes: number): void;
  /** An entry that is not read, and why. */
  skipped(path: string, why: string): void;
  /** Takes the entries one after the other. */
  visit(entry: Entry): Promise<void>;
}

/**
 * The path of an archive's entry as a label, and whether it would lead out of the folder it is unpacked into.
 * Control characters go, so that a name cannot speak to a terminal.
 */
export function labelOf(name: string): { path: string; outside: boolean } {
  const slashes = name.replaceAll('\\', '/');
  const outside = /^\/|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)/.test(slashes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
  const harmless = slashes.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?').replace(/^(?:\.\/)+/, '');
  return { path: harmless.length > 300 ? `...${harmless.slice(-297)}` : harmless, outside };
}

export const leadsOutside = 'its path leads out of the archive';
export const isLink = 'it is a link: links are not followed';
export const isSpecial = 'it is no regular file';
