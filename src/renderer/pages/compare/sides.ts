import type { SampleFile } from '../../../shared/rpc/snapshot';
import { serverName } from '../../../shared/server';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { dateTime } from '../../components/frame/server-line';

/** One side of a comparison: a snapshot that Latchkey knows, or a file or folder. */
export interface Side {
  /** Null: not opened, only its path is known. */
  id: string | null;
  path: string;
  title: string;
}

export function snapshotSide({ id, path, server, createdAt }: SnapshotSummary): Side {
  return { id, path, title: `${serverName(server)}, ${dateTime(createdAt)}` };
}

export function sampleSide({ path, title }: SampleFile): Side {
  return { id: null, path, title };
}

/** A file or folder that was chosen in a dialog, by its name. */
export function fileSide(path: string): Side {
  return { id: null, path, title: path.split(/[\\/]/).filter(Boolean).at(-1) ?? path };
}
