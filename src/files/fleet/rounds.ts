import path from 'node:path';
import { LatchkeyError } from '../../shared/base/error';
import { requireReadable } from '../../shared/base/file-sizes';
import { type FleetRounds, fleetRoundsSchema } from '../../shared/fleet-rounds';
import { jsonDocument } from '../../shared/writers/json';
import { writeFileAtomic } from '../atomic-write';
import { readWholeFile } from '../read-file';
import { texts } from './texts';

const fileName = 'latchkey-fleet.json';

/**
 * What earlier rounds kept in a folder; null: no round wrote to it. Throws `file-unreadable` where the file is no such
 * document: to begin again would lose what it holds.
 */
export async function readRounds(folder: string): Promise<FleetRounds | null> {
  const file = path.join(folder, fileName);
  let text: string;
  try {
    text = (await readWholeFile(file, 'list of rounds')).toString('utf8');
  } catch (error) {
    if (error instanceof LatchkeyError && error.code === 'file-not-found') return null;
    throw error;
  }
  const read = fleetRoundsSchema.safeParse(jsonOf(text));
  if (read.success) return read.data;
  throw new LatchkeyError('file-unreadable', texts.isNotAListOf(file), {
    hint: texts.moveItAwayTheSnapshots,
  });
}

/** Writes it atomically. Throws `disk-full` or `write-failed`. */
export async function writeRounds(folder: string, rounds: FleetRounds): Promise<void> {
  const file = path.join(folder, fileName);
  const { text } = jsonDocument(rounds);
  requireReadable('list of rounds', file, Buffer.byteLength(text));
  await writeFileAtomic(file, text, { what: 'list of rounds' });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
