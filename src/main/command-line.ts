import { isAbsolute, resolve } from 'node:path';

/** What Latchkey itself understands of its command line. */
export interface CommandLine {
  /** Snapshot to open: `--open=FILE`, or a bare argument that ends in .lks. */
  open: string | null;
  /** With `open`: write a picture of the window to this file once the diagnosis stands, then quit. */
  screenshot: string | null;
  /** Profile folder of Chromium; history and journal follow it. */
  userDataDir: string | null;
}

/**
 * Reads Latchkey's own names out of a command line. Everything else in it belongs to Electron, to Chromium or to a
 * test driver, and is ignored; Chromium may also add switches of its own to a second instance's arguments.
 * @param workingFolder relative paths start here
 */
export function readCommandLine(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  workingFolder: string,
): CommandLine {
  const path = (text: string | undefined) => {
    if (text === undefined || text === '') return null;
    return isAbsolute(text) ? text : resolve(workingFolder, text);
  };
  const bare = args.slice(1).find((text) => !text.startsWith('-') && text.toLowerCase().endsWith('.lks'));
  return {
    open: path(switchValue(args, 'open') ?? bare),
    screenshot: path(switchValue(args, 'screenshot') ?? environment.LATCHKEY_SCREENSHOT),
    userDataDir: path(switchValue(args, 'user-data-dir')),
  };
}

function switchValue(args: readonly string[], name: string): string | undefined {
  const prefix = `--${name}=`;
  return args.find((text) => text.startsWith(prefix))?.slice(prefix.length);
}
