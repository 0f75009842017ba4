import type { KnownName } from './names';
import { type Pair, pairOf, pairsOf } from './pairs';

/** `Variable_name: Uptime` with `Value: 12` below it; `- name: log_output` and `name = "log_output"` of services. */
export class VerticalPairs {
  #name: KnownName | null = null;

  /** Whether a name waits for its value. */
  get isOpen(): boolean {
    return this.#name !== null;
  }

  /** null: the line is neither. */
  push(line: string): Pair[] | null {
    const match = /^\s*(?:- )?(Variable_name|name|Value)\s{0,20}[:=](.*)$/i.exec(line);
    if (match?.[1] === undefined) return null;
    const [heading, text] = [match[1].toLowerCase(), unquoted((match[2] ?? '').trim())];
    const isName = heading !== 'value';
    if (isName) this.#name = pairsOf(text).open;
    // A name of something else is for others to read.
    if (heading === 'name' && this.#name === null) return null;
    return isName || this.#name === null || text.includes('{') ? [] : [pairOf(this.#name, text)];
  }
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.{0,2000})\1,?$/, '$2');
}
