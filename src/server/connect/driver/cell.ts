import type { Cell } from '../../../shared/snapshot';

/**
 * A driver value as a snapshot carries it. Integers above 2^53 and decimals come as strings from the driver; binary
 * columns (old servers declare many texts so) are read as UTF-8, or as hexadecimal digits when they are none.
 */
export function readCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(value);
    } catch {
      return `0x${Buffer.from(value).toString('hex')}`;
    }
  }
  return String(value);
}
