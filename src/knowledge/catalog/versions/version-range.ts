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
  const parts = partsOf(written);
  for (let index = 0; index < parts.length; index += 1) {
    const difference = (version[index] ?? 0) - (parts[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Each analysis compares with the same few hundred versions of the catalog some thousand times. */
const known = new Map<string, number[]>();

function partsOf(written: string): number[] {
  const parts = known.get(written) ?? written.split('.').map(Number);
  known.set(written, parts);
  return parts;
}
