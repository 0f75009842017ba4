import type { Host } from '../../shared/snapshot';
import { factOr } from './host-fact';
import type { ServerPlace } from './locality';
import type { Machine, Space } from './machine';

type SpaceFacts = Pick<
  Host,
  | 'dataFree'
  | 'dataTotal'
  | 'redoFree'
  | 'redoTotal'
  | 'binlogFree'
  | 'binlogTotal'
  | 'undoFree'
  | 'undoTotal'
  | 'tmpFree'
  | 'tmpTotal'
>;

const notShown = 'The system does not show the size of that file system.';
const noFolder = 'The server does not report such a folder.';

/** What is free on each file system that the server writes to; the same one may carry several of its folders. */
export async function spaceFacts(place: ServerPlace, machine: Machine): Promise<SpaceFacts> {
  const of = async (folder: string | null) => (folder === null ? null : await machine.space(folder));
  const fact = (folder: string | null, value: number | null) =>
    factOr(machine, value, folder === null ? noFolder : notShown);
  const data = await of(place.datadir);
  // Where the server names no folder of its own for them, they lie with the data.
  const own = async (folder: string | null): Promise<Space | null> =>
    folder === null ? data : await of(folder);
  const [redo, undo, binlog, tmp] = [
    await own(place.redoDir),
    await own(place.undoDir),
    await of(place.binlogDir),
    await of(place.tmpDir),
  ];
  return {
    dataFree: fact(place.datadir, data?.free ?? null),
    dataTotal: fact(place.datadir, data?.total ?? null),
    redoFree: fact(place.datadir, redo?.free ?? null),
    redoTotal: fact(place.datadir, redo?.total ?? null),
    undoFree: fact(place.datadir, undo?.free ?? null),
    undoTotal: fact(place.datadir, undo?.total ?? null),
    binlogFree: fact(place.binlogDir, binlog?.free ?? null),
    binlogTotal: fact(place.binlogDir, binlog?.total ?? null),
    tmpFree: fact(place.tmpDir, tmp?.free ?? null),
    tmpTotal: fact(place.tmpDir, tmp?.total ?? null),
  };
}
