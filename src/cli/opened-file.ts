import type { Engine } from '../engine';
import { LatchkeyError } from '../shared/base/error';
import type { DeclaredHost } from '../shared/connection';

/** A snapshot by its file; of any other text one is made, as `latchkey import` does. */
export async function openedFile(engine: Engine, path: string, declared: DeclaredHost): Promise<string> {
  try {
    const { id } = await engine.call('snapshot.read', { path });
    return id;
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
    return openedText(engine, path, error, declared);
  }
}

/** @param refusal why the file was not read as a snapshot: it may be a text that one can be made of */
export async function openedText(
  engine: Engine,
  path: string,
  refusal: LatchkeyError,
  declaredHost: DeclaredHost,
): Promise<string> {
  if (refusal.code !== 'not-a-snapshot' || path.endsWith('.lks')) throw refusal;
  try {
    // Judged in memory: the history is not needed for it.
    const request = { path, keepLiterals: false, declaredHost, preview: true };
    return (await engine.call('import.open', request)).snapshot.id;
  } catch (error) {
    // Of what is nothing to import either, the reader of snapshots says more.
    const isNothing = error instanceof LatchkeyError && error.code === 'file-unreadable';
    throw isNothing ? refusal : error;
  }
}
