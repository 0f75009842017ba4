/**
 * The mean time of a request, of those of reads and of writes, by how many of each there were.
 * @returns in the unit of the times; null: there were none, or none is known
 */
export function meanLatency(
  read: number | null,
  reads: number | null,
  write: number | null,
  writes: number | null,
): number | null {
  if (read === null || write === null) return read ?? write;
  const all = (reads ?? 0) + (writes ?? 0);
  return all === 0 ? null : (read * (reads ?? 0) + write * (writes ?? 0)) / all;
}
