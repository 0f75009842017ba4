/** A drawn row that a terminal broke into two lines is one again. Push lines, then `end()`. */
export class BrokenRows {
  #held: string | null = null;
  #hasClosedRows = false;

  /** Whether a row waits for its end. */
  get isOpen(): boolean {
    return this.#held !== null;
  }

  /** The lines that are whole. */
  push(line: string): string[] {
    const held = this.#held;
    this.#held = null;
    this.#hasClosedRows ||= /^\|.{1,500}\|$/.test(line);
    if (held !== null && /^[|+]/.test(line.trimStart())) return [held, ...this.push(line)];
    if (held !== null) return [held + line];
    if (!/^\|[^|]{1,120}\|[^|]{1,500}$/.test(line)) return [line];
    this.#held = line;
    return [];
  }

  /** A row that was cut says nothing of its value, unless no row has an end. */
  end(): string[] {
    return this.#held === null || this.#hasClosedRows ? [] : [this.#held];
  }
}
