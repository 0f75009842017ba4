import { type Snapshot, snapshotSchema } from '../../shared/snapshot';
import { removed } from './status-text';

/** The snapshot with the texts at these places removed; null: it would be no snapshot without them. */
export function withoutTexts(snapshot: Snapshot, places: ReadonlySet<string>): Snapshot | null {
  const parsed = snapshotSchema.safeParse(without(snapshot, '', places));
  return parsed.success ? parsed.data : null;
}

function without(value: unknown, place: string, places: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return places.has(place) ? removed : value;
  if (Array.isArray(value)) return value.map((one, index) => without(one, `${place}.${index}`, places));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      without(one, place === '' ? key : `${place}.${key}`, places),
    ]),
  );
}
