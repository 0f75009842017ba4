/** `@@ -1,4 +1,19 @@`: so many lines of the old file, and so many of the new one, follow. */
const hunk = /^(\s{0,12})@@ -\d{1,7}(?:,(\d{1,6}))? \+\d{1,7}(?:,(\d{1,6}))? @@/;

/**
 * Lines of a unified diff as the new file has them: without their marks, and without what was removed. Anything else stays as
 * it is.
 */
export class DiffLines {
  #indentation = '';
  #old = 0;
  #new = 0;

  /** null: the new file has no such line. */
  take(line: string): string | null {
    const [heading, indentation = '', old = '1', now = '1'] = hunk.exec(line) ?? [];
    if (heading !== undefined) {
      this.#indentation = indentation;
      this.#old = Number(old);
      this.#new = Number(now);
      return null;
    }
    if (this.#old <= 0 && this.#new <= 0) return line;
    const text = line.startsWith(this.#indentation) ? line.slice(this.#indentation.length) : line;
    if (text.trim() !== '' && !/^[-+ \\]/.test(text)) {
      this.#old = 0;
      this.#new = 0;
      return line;
    }
    const mark = text.charAt(0);
    // `\ No newline at end of file`
    if (mark === '\\') return null;
    if (mark !== '+') this.#old -= 1;
    if (mark !== '-') this.#new -= 1;
    return mark === '-' ? null : text.slice(1);
  }
}
