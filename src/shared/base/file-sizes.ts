import { LatchkeyError } from './error';
import { texts } from './texts';
import { formatBytes } from './units';

const kib = 1024;
const mib = 1024 ** 2;

/**
 * How large a file may be that is read whole, bytes, by what messages call it. Each is far above any real one. What
 * Latchkey writes stays below the same size, so that it is read again.
 */
export const fileSizes = {
  snapshot: 96 * mib,
  'result of a probe': 32 * mib,
  'option file': mib,
  'login path file': mib,
  'list of samples': mib,
  'benchmark result': mib,
  'sysbench output': mib,
  rule: mib,
  decision: 64 * kib,
  inventory: 8 * mib,
  'mapping file': mib,
  'list of rounds': 32 * mib,
  /** Keys, certificates and lists of known hosts; bundles of all CAs have a quarter of a megabyte. */
  key: 8 * mib,
} as const;
export type FileKind = keyof typeof fileSizes;

/** For what is about to be written. @throws LatchkeyError write-failed where it would not be read again */
export function requireReadable(kind: FileKind, file: string, bytes: number): void {
  const most = fileSizes[kind];
  if (bytes <= most) return;
  throw new LatchkeyError(
    'write-failed',
    texts.theIsNotWrittenWith(kind, file, formatBytes(bytes), formatBytes(most)),
    { hint: texts.nothingWasChanged },
  );
}
