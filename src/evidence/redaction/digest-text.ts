import { isSqlWord } from './own-words';
import { plainName } from './status-text';

/**
 * The text of a digest with each name replaced: what stands in backquotes, closed or cut off, and every bare word that
 * is no keyword or function of SQL. Some servers print names bare, and in the case in which they were written.
 */
export function replaceDigestNames(text: string, replacement: (name: string) => string): string {
  return text.replace(
    /`((?:[^`]|``)*)(`|$)|[\p{L}_$][\p{L}\p{N}_$]*/gu,
    (word: string, quoted: string | undefined, end: string | undefined) => {
      if (quoted !== undefined) return `\`${replacement(plainName(quoted))}${end ?? ''}`;
      return isSqlWord(word) ? word : replacement(word);
    },
  );
}

/** The words of a statement that may be names. */
export function namesInStatement(text: string): string[] {
  const found: string[] = [];
  replaceDigestNames(text, (name) => {
    found.push(name);
    return name;
  });
  return found;
}
