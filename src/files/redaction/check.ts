import type { RedactionPreview } from '../../shared/redaction';
import type { Snapshot } from '../../shared/snapshot';
import { columnKind } from './columns';
import { namePattern, wordPattern } from './stand-ins';

/** A name that an export was to take out and that is still there. */
export interface Leak {
  /** Where in the document, `sections.processlist.data.end.table host`. */
  place: string;
  name: string;
}

/**
 * Looks through every text of a redacted snapshot for the names that were replaced: those of people and machines as
 * whole words anywhere, those of tables where a text names a table (a table may well be called `status`). Columns of
 * the server's own words are not searched.
 */
export function checkRedacted(snapshot: Snapshot, { replaced }: Pick<RedactionPreview, 'replaced'>): Leak[] {
  const names = replaced
    .filter(({ where }) => where === 'everywhere')
    .map(({ class: kind, original }) => ({
      original,
      pattern: kind === 'names' ? namePattern(original) : wordPattern(original),
    }));
  const leaks: Leak[] = [];
  const look = (place: string, text: string) => {
    const lower = text.toLowerCase();
    for (const { original, pattern } of names) {
      if (!lower.includes(original)) continue;
      pattern.lastIndex = 0;
      if (pattern.test(text)) leaks.push({ place, name: original });
    }
  };
  const personal = new Set(
    replaced.filter(({ class: kind }) => kind !== 'names').map(({ original }) => original),
  );
  for (const [id, { data, reason }] of Object.entries(snapshot.sections)) {
    walk(reason, `sections.${id}.reason`, (place, text) => lookFor(personal, place, text, look));
    for (const [end, capture] of Object.entries(data ?? {})) {
      const place = `sections.${id}.data.${end}`;
      if (capture?.text !== undefined) look(`${place}.text`, capture.text);
      capture?.table?.columns.forEach((column, index) => {
        if (columnKind(column) === 'own') return;
        for (const row of capture.table?.rows ?? []) {
          const cell = row[index];
          if (typeof cell === 'string') look(`${place}.table ${column}`, cell);
        }
      });
    }
  }
  // Elsewhere, names of tables are words like any other; those of people and machines are not.
  const { sections: _, samples: __, ...rest } = snapshot;
  walk(rest, 'document', (place, text) => lookFor(personal, place, text, look));
  return leaks;
}

function lookFor(
  wanted: ReadonlySet<string>,
  place: string,
  text: string,
  look: (place: string, text: string) => void,
): void {
  const lower = text.toLowerCase();
  if ([...wanted].some((name) => lower.includes(name))) look(place, text);
}

/** Every text of a value, with where it stands. */
function walk(value: unknown, place: string, visit: (place: string, text: string) => void): void {
  if (typeof value === 'string') visit(place, value);
  else if (Array.isArray(value)) for (const one of value) walk(one, place, visit);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) walk(one, `${place}.${key}`, visit);
  }
}
