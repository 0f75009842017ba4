import { analyze } from '../../analysis';
import { readSnapshot } from '../../files/snapshot/snapshot-file';
import { withDeclared } from '../../server/machine/facts';
import { type ErrorDocument, toLatchkeyError } from '../../shared/base/error';
import type { DeclaredHost } from '../../shared/connection';
import type { Lock, Mute } from '../../shared/decisions';
import type { LoadedRules } from '../base/loaded-rules';
import { type JudgedFile, type Viewed, type ViewName, viewOf } from './views';

/** How all files of one request are judged. */
export interface Judging {
  /** What the user says of the host, over what a snapshot holds of it. */
  declaredHost?: DeclaredHost | undefined;
  locks: readonly Lock[];
  mutes: readonly Mute[];
  /** So few files that code made for checking their documents is not worth its making. */
  areFew: boolean;
}

/** What became of one file: what was wanted of it, or why it could not be judged. */
export type FileOutcome<V extends ViewName> =
  | { path: string; value: Viewed<V> }
  | { path: string; error: ErrorDocument };

/** Reads a snapshot file and judges it. Never throws: what goes wrong with one file is its outcome. */
export async function judgeFile<V extends ViewName>(
  path: string,
  view: V,
  rules: LoadedRules,
  judging: Judging,
): Promise<FileOutcome<V>> {
  try {
    return { path, value: viewOf(view, await judge(path, rules, judging)) };
  } catch (thrown) {
    return { path, error: toLatchkeyError(thrown).toDocument() };
  }
}

async function judge(
  path: string,
  rules: LoadedRules,
  { declaredHost = {}, locks, mutes, areFew }: Judging,
): Promise<JudgedFile> {
  const set = await rules.set();
  const read = await readSnapshot(path);
  const isDeclared = Object.keys(declaredHost).length > 0;
  const snapshot = isDeclared ? { ...read, host: withDeclared(read.host, declaredHost) } : read;
  return { path, snapshot, isOfFew: areFew, analysis: analyze(snapshot, set, { path, locks, mutes }) };
}
