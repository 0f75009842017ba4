import { checkRedacted, redactSnapshot, withoutTexts } from '../../evidence/redaction';
import { LatchkeyError } from '../../shared/base/error';
import type { RedactionClass, RedactionPreview } from '../../shared/redaction';
import type { Snapshot } from '../../shared/snapshot';
import { texts } from './texts';

/** Places that a message names. */
const namedPlaces = 3;

/**
 * A snapshot without what the classes name, looked through once more before it is given out. A text in which a name was
 * left all the same goes whole.
 * @throws LatchkeyError internal when a name is left even then: nothing is exported
 */
export function redactForExport(
  snapshot: Snapshot,
  classes: readonly RedactionClass[],
): { snapshot: Snapshot; preview: RedactionPreview } {
  const redacted = redactSnapshot(snapshot, classes);
  const leaks = checkRedacted(snapshot, redacted.snapshot, classes);
  if (leaks.length === 0) return redacted;
  const places = new Set(leaks.map(({ place }) => place));
  const cleaned = withoutTexts(redacted.snapshot, places);
  const left = cleaned === null ? leaks : checkRedacted(snapshot, cleaned, classes);
  if (cleaned === null || left.length > 0) {
    const named = [...new Set(left.map(({ place }) => place))].slice(0, namedPlaces);
    throw new LatchkeyError('internal', texts.namesWouldHaveBeenLeft(named.join(', ')), {
      hint: texts.exportWithTheClassStatements,
    });
  }
  const dropped = [...places].map((place) => ({
    section: /^sections\.([^.]+)/.exec(place)?.[1] ?? 'document',
    what: `text at ${place}`,
    reason: 'a name was left in it',
  }));
  return {
    snapshot: cleaned,
    preview: { ...redacted.preview, dropped: [...redacted.preview.dropped, ...dropped] },
  };
}
