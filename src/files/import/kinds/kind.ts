import type { ImportLimits } from '../limits';
import type { Piece } from '../piece';
import type { EntryText } from '../text';

export interface KindContext {
  limits: ImportLimits;
  signal: AbortSignal;
  /** Replaces the literals of a statement, unless they are to be kept. */
  redactStatement(sql: string): string;
}

/** What reading a file gave besides its pieces. */
export interface KindReport {
  /** `variables`, `5 status readings`: what was found in it; empty: nothing. */
  found: string[];
  remarks: string[];
  /** Lines with a name and a value of which the name is not known. */
  notUnderstood?: string[];
}

/**
 * One kind of file as data. Adding one: a file with this, a line in the registry, a test. The first kind in the
 * registry whose `matches` holds reads the file.
 */
export interface FileKind {
  id: string;
  title: string;
  /** @param head the first 64 KiB; @param name the path within the bundle */
  matches(head: string, name: string): boolean;
  read(
    text: EntryText,
    name: string,
    context: KindContext,
    emit: (piece: Piece, how?: 'pasted') => void,
  ): Promise<KindReport>;
}
