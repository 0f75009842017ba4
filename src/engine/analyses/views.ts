import { fleetEntry, fleetSettings } from '../../analysis';
import { type Analysis, analysisSchema } from '../../shared/analysis';
import { LatchkeyError } from '../../shared/base/error';
import type { Snapshot } from '../../shared/snapshot';
import { jsonText } from '../../shared/writers/json';

/** A snapshot file with what the rules find in it. */
export interface JudgedFile {
  path: string;
  snapshot: Snapshot;
  analysis: Analysis;
}

/**
 * What a caller wants of each file. It is made where the file is judged, so that what crosses to the caller is small:
 * whoever needs a few fields of thousands of files adds a view. What it gives is cloned to the caller's thread.
 */
export const views = {
  analysis: ({ analysis }: JudgedFile): Analysis => analysis,
  /** What the index of fleets keeps. */
  fleet: ({ snapshot, analysis }: JudgedFile) => ({
    entry: fleetEntry(snapshot, analysis),
    settings: fleetSettings(snapshot),
  }),
  /** The document as `analyze --json` prints it, checked, on one line. */
  document: ({ analysis }: JudgedFile) => ({ json: documentText(analysis), isGrave: isGrave(analysis) }),
} as const;

export type ViewName = keyof typeof views;
export type Viewed<V extends ViewName> = ReturnType<(typeof views)[V]>;

/** Whether there is a finding above a notice. */
function isGrave({ findings }: Analysis): boolean {
  return findings.some(({ severity }) => severity !== 'notice');
}

function documentText(analysis: Analysis): string {
  const result = analysisSchema.safeParse(analysis);
  if (!result.success) {
    throw new LatchkeyError('internal', 'The analysis does not fit its own schema.', { cause: result.error });
  }
  return jsonText(result.data);
}
