/** The words of what somebody searches for, in lower case. */
export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a text holds every one of the words (see `wordsOf`), in any order and inside of other words. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
