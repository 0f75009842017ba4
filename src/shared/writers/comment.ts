import { shortText } from '../base/short-text';
import { visible } from './visible';

/** More of a text is no remark: its beginning and its length are reported. */
const longestText = 4000;
/** Lines are wrapped at spaces from here on. */
const width = 97;
/**
 * A word that is longer than this is cut: MariaDB, and MySQL until a release between 5.7.22 and 8.0.27, end a line of an
 * option file after 4094 bytes.
 */
const longestWord = 1000;

/**
 * Text for comments that end with their line, each line at most about 100 characters long; a longer word has a line of
 * its own. No line holds anything that ends one, in any program that reads it.
 */
export function commentTexts(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of shortText(text, longestText)
    .split(/\s+/)
    .flatMap((whole) => piecesOf(visible(whole)))) {
    if (line !== '' && line.length + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** Text on one comment line, or on several where it is too long for a line of an option file. */
export function unwrappedTexts(text: string): string[] {
  return piecesOf(visible(shortText(text, longestText)));
}

function piecesOf(word: string): string[] {
  if (word.length <= longestWord) return word === '' ? [] : [word];
  const characters = [...word];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += longestWord) {
    pieces.push(characters.slice(at, at + longestWord).join(''));
  }
  return pieces;
}
