import { checkRedacted, redactSnapshot } from '../files/redaction';
import { LatchkeyError } from '../shared/error';
import type { RedactionClass, RedactionPreview } from '../shared/redaction';
import type { Snapshot } from '../shared/snapshot';

/** Stand-ins that differ between any two exports would make comparing them useless; a few leaks are enough to tell. */
const namedLeaks = 3;

/**
 * A snapshot without what the classes name, looked through once more before it is given out.
 * @throws LatchkeyError internal when a name was left: nothing is exported then
 */
export function redactForExport(
  snapshot: Snapshot,
  classes: readonly RedactionClass[],
): { snapshot: Snapshot; preview: RedactionPreview } {
  const redacted = redactSnapshot(snapshot, classes);
  const leaks = checkRedacted(redacted.snapshot, redacted.preview);
  if (leaks.length === 0) return redacted;
  const places = [...new Set(leaks.map(({ place }) => place))].slice(0, namedLeaks);
  throw new LatchkeyError(
    'internal',
    `Names would have been left in the export, in ${places.join(', ')}. Nothing was written.`,
    { hint: 'Export with the class statements as well, and report this as a defect.' },
  );
}
