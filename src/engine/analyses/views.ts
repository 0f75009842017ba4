import { fleetEntry, fleetSettings } from '../../analysis';
import { type Analysis, analysisSchema } from '../../shared/analysis';
import { LatchkeyError } from '../../shared/base/error';
import type { Snapshot } from '../../shared/snapshot';
import { jsonText } from '../../shared/writers/json';
import { texts } from './texts';

/** A snapshot file with what the rules find in it. */
export interface JudgedFile {
  path: string;
  snapshot: Snapshot;
  analysis: Analysis;
  /** It is one of few: then code that is made for checking many is not worth its making. */
  isOfFew: boolean;
}

/**
 * What a caller wants of each file. It is made where the file is judged, so that what crosses to the caller is small:
 * whoever needs a few fields of thousands of files adds a view. What it gives is cloned to the caller's thread.
 */
interface Views {
  analysis: Analysis;
  /** What the index of fleets keeps. */
  fleet: { entry: ReturnType<typeof fleetEntry>; settings: ReturnType<typeof fleetSettings> };
  /** The document as `analyze --json` prints it, checked, on one line. */
  document: { json: string; isGrave: boolean };
}
export type ViewName = keyof Views;
export type Viewed<V extends ViewName> = Views[V];

const views: { [V in ViewName]: (judged: JudgedFile) => Viewed<V> } = {
  analysis: ({ analysis }) => analysis,
  fleet: ({ snapshot, analysis }) => ({
    entry: fleetEntry(snapshot, analysis),
    settings: fleetSettings(snapshot),
  }),
  document: ({ analysis, isOfFew }) => ({
    json: documentText(analysis, isOfFew),
    isGrave: isGrave(analysis),
  }),
};

export function viewOf<V extends ViewName>(view: V, judged: JudgedFile): Viewed<V> {
  return views[view](judged);
}

/** Whether there is a finding above a notice. */
function isGrave({ findings }: Analysis): boolean {
  return findings.some(({ severity }) => severity !== 'notice');
}

function documentText(analysis: Analysis, isOfFew: boolean): string {
  const result = analysisSchema.safeParse(analysis, { jitless: isOfFew });
  if (!result.success) {
    throw new LatchkeyError('internal', texts.theAnalysisDoesNotFit, { cause: result.error });
  }
  return jsonText(result.data);
}
