import { LatchkeyError } from '../shared/error';
import type { RpcName } from '../shared/rpc';

/** Calls that write to, or show, a path that the window names. */
const writers: readonly RpcName[] = [
  'plan.save',
  'report.save',
  'report.savePdf',
  'snapshot.saveAs',
  'snapshot.export',
  'recording.export',
  'chart.save',
  'probe.saveResult',
  'watch.run',
  'shell.showFile',
];

/**
 * The window may write only where the user pointed in a save dialog: a page that was taken over could otherwise
 * overwrite any file of the user.
 */
export interface GrantedPaths {
  grant(path: string): void;
  /** @throws LatchkeyError 'usage' when the call writes to a path that no dialog gave */
  check(name: RpcName, input: unknown): void;
}

export function grantedPaths(): GrantedPaths {
  const granted = new Set<string>();
  return {
    grant: (path) => void granted.add(path),
    check: (name, input) => {
      if (!writers.includes(name)) return;
      const field = name === 'watch.run' ? 'folder' : 'path';
      const path: unknown =
        typeof input === 'object' && input !== null ? Reflect.get(input, field) : undefined;
      if (typeof path === 'string' && granted.has(path)) return;
      // Latchkey's own folder.
      if (name === 'watch.run' && path === null) return;
      throw new LatchkeyError(
        'usage',
        `The window may not write to ${String(path)}: it was not chosen in a dialog.`,
      );
    },
  };
}
