import { threadStates } from '../../../knowledge/waits/thread-states';
import type { Cell } from '../../../shared/snapshot';

/** `  312 waiting for handler commit`, `waiting for handler commit | 312`, `312 x updating`. */
const before =
  /^[\s|>*•-]{0,12}(\d{1,5})(?:\s?x|\s?×)?[\s|:]{1,20}([A-Za-z][A-Za-z ,;/-]{3,80}?)[\s|]{0,10}$/;
const behind = /^[\s|>*•-]{0,12}([A-Za-z][A-Za-z ,;/-]{3,80}?)\s{0,20}[|:=\t-]\s{0,20}(\d{1,5})[\s|]{0,10}$/;
/** States of threads that stand for no scarce thing; those that do are in the dictionary. */
const others =
  /^(?:updating|update|init|starting|freeing items|end|sending to client|writing to net|cleaning up|checking permissions|system lock|user sleep|altering table|waiting for table metadata lock|waiting for row lock|login|executing|null)$/i;
const most = 5_000;
const mostStates = 200;

/**
 * Sessions that somebody counted by their state: lines with a number and a thread state, two of them at least one below the other.
 * They become as many sessions, of which nothing else is known. Push lines, then `end()`.
 */
export class CountedStates {
  #run: { state: string; count: number }[] = [];
  #found: { state: string; count: number }[] = [];

  push(line: string): void {
    if (line.length > 200) {
      this.#close();
      return;
    }
    const [, counted, stateBehind] = before.exec(line) ?? [];
    const [, stateBefore, count] = counted === undefined ? (behind.exec(line) ?? []) : [];
    const state = (stateBehind ?? stateBefore ?? '').trim();
    if (state !== '' && this.#run.length < mostStates && (others.test(state) || isScarce(state)))
      this.#run.push({ state, count: Number(counted ?? count) });
    // A rule between heading and rows ends nothing.
    else if (!/^[-+|=:\s]*$/.test(line) || line.trim() === '') this.#close();
  }

  end(): Cell[][] {
    this.#close();
    const rows: Cell[][] = [];
    for (const { state, count } of this.#found)
      for (let session = 0; session < count && rows.length < most; session += 1)
        rows.push([null, '', '', null, 'Query', null, state, '?']);
    return rows;
  }

  #close(): void {
    const run = this.#run;
    this.#run = [];
    if (run.length >= 2 && run.some(({ state }) => isScarce(state)) && run.length > this.#found.length)
      this.#found = run;
  }
}

function isScarce(state: string): boolean {
  return threadStates.some(({ pattern }) => pattern.test(state)) || /^waiting for \w/i.test(state);
}
