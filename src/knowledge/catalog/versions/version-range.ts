import type { VersionTriple } from '../../../shared/server';

/**
 * Whether a version lies in a span such as `8.0.30..8.3`, `5.6`, `10.11.12..` or `..5.7`.
 * Both ends are included and compared as far as they are written out: `8.0` stands for every 8.0.x.
 */
export function inVersionRange(version: VersionTriple, range: string): boolean {
  const [low = '', high = low] = range.split('..');
  return (
    (low === '' || compareWritten(version, low) >= 0) && (high === '' || compareWritten(version, high) <= 0)
  );
}

function compareWritten(version: VersionTriple, written: string): number {
  const parts = written.split('.').map(Number);
  for (const [index, part] of parts.entries()) {
    const difference = (version[index] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}
