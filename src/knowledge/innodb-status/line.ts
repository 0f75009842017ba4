/** A line of the status text; `number` counts from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Takes the lines of no known form, so that they are kept and reported instead of lost. */
export type TakeUnknown = (line: Line) => void;

/**
 * InnoDB's own lines are far shorter (the longest, a record of MySQL 5.0 with all its fields, a few thousand). A longer
 * one is a user's or damaged, and no pattern is tried on it: this bounds the work on a line.
 */
const longestOwnLine = 8192;

/** The text of a line on which patterns may be tried; null when it is too long to be InnoDB's. */
export function ownText({ text }: Line): string | null {
  return text.length > longestOwnLine ? null : text;
}

/** True for a line that says nothing: empty, or only dashes or equals signs. */
export function isFiller({ text }: Line): boolean {
  const first = text[0];
  if (first === undefined) return true;
  if (first !== '-' && first !== '=' && first !== ' ') return false;
  for (let at = 1; at < text.length; at += 1) if (text[at] !== first) return false;
  return true;
}

/** The lines of a section, read one after the other. */
export class Cursor {
  readonly #lines: readonly Line[];
  #position = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  /** The next line, which stays next; undefined at the end. */
  peek(): Line | undefined {
    return this.#lines[this.#position];
  }

  /** The next line; undefined at the end. */
  next(): Line | undefined {
    const line = this.#lines[this.#position];
    this.#position += 1;
    return line;
  }
}
