import { LatchkeyError } from '../base/error';
import { commentTexts } from './comment';
import { texts } from './texts';
import { firstUnseen } from './visible';
import { document, tagOf, Written } from './written';

/** A piece of a script for a POSIX shell (sh, bash, zsh), not for PowerShell or cmd, which quote otherwise. */
export type Shell = Written<'shell'>;

export const shell = tagOf('shell');

/** Linux takes 128 KiB in one argument (execve(2), MAX_ARG_STRLEN). In UTF-16 units. */
const longestWord = 40_000;

/** Why a script cannot hold a word, after "It"; null: it can. A line feed or tab would not survive being pasted. */
export function shellWordRefusal(text: string): string | null {
  if (text.length > longestWord) return `is longer than ${longestWord} characters`;
  const unseen = firstUnseen(text);
  return unseen === null ? null : `holds the character ${unseen}, which a script cannot show`;
}

/** As `shellWordRefusal`, for the value of an option of az, which puts the content of a file in the place of @FILE. */
export function azValueRefusal(text: string): string | null {
  if (/^(?:[^=]*=)?@/.test(text)) return 'begins with @, which az would take for the name of a file';
  if (text.startsWith('-') && !/^-\d+(?:\.\d+)?$/.test(text)) return 'begins like an option of az';
  return shellWordRefusal(text);
}

/** A word: as it is where that is safe, else in single quotes. @throws LatchkeyError usage for what is refused. */
export function shellWord(text: string): Shell {
  const refusal = shellWordRefusal(text);
  if (refusal !== null) throw new LatchkeyError('usage', texts.aWordThatCannotBe(refusal));
  const safe = /^[\w@%+=:,./-]+$/.test(text);
  return new Written('shell', safe ? text : `'${text.replaceAll("'", "'\\''")}'`);
}

/** A comment in as many lines as it needs. */
export function shellComment(text: string): Shell[] {
  return commentTexts(text).map((line) => new Written('shell', `# ${line}`));
}

export function shellFile(lines: readonly Shell[]): Shell {
  return document('shell', lines);
}
