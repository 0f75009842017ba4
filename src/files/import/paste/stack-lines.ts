import { basisOf, stackSection, stackTable } from '../../../knowledge/stacks/stack-section';
import { StackCounter, type StackFormat, stackReader } from '../../../knowledge/stacks/stack-text';
import type { Cell } from '../../../shared/snapshot';

/** What a line of each format looks like within other text, and how many it takes: a percentage stands in many a list. */
const formats: readonly { format: StackFormat; line: RegExp; least: number }[] = [
  // `perf top` and `perf report`, with or without the name of the command.
  { format: 'perf-report', line: /^\s{0,20}\d{1,3}\.\d{1,2}%\s.{0,200}\[[.kguH]\] \S/, least: 3 },
  { format: 'gdb', line: /^(?:Thread \d{1,6} \((?:Thread|LWP|process)\b|#\d{1,3} {1,4}\S)/, least: 4 },
  { format: 'pmp', line: /^ {0,20}\d{1,7} [A-Za-z_~][^\s,]{2,200}(?:,[^\s,]{2,200}){2,60}$/, least: 2 },
];
const mostLines = 50_000;

/** Profiles and stacks of threads within a text. Push lines, then `end()`. */
export class StackLines {
  readonly #lines = new Map<StackFormat, string[]>();
  /** Whether the line before was of stacks of a debugger, which an empty line ends. */
  #isInStack = false;

  push(line: string): void {
    if (line.length > 2_000) return;
    if (this.#isInStack && line.trim() === '') this.#keep('gdb', '');
    this.#isInStack = false;
    if (!/\d/.test(line)) return;
    const found = formats.find((one) => one.line.test(line));
    if (found === undefined) return;
    this.#isInStack = found.format === 'gdb';
    this.#keep(found.format, line);
  }

  #keep(format: StackFormat, line: string): void {
    const lines = this.#lines.get(format) ?? [];
    if (lines.length < mostLines) lines.push(line);
    this.#lines.set(format, lines);
  }

  /** null: there are none. */
  end(): { section: typeof stackSection; columns: string[]; rows: Cell[][] } | null {
    for (const { format, least } of formats) {
      const lines = this.#lines.get(format) ?? [];
      if (lines.filter((line) => line !== '').length < least) continue;
      const counter = new StackCounter();
      const reader = stackReader(format, counter);
      for (const line of lines) reader.push(line);
      reader.end();
      if (format === 'perf-report') addWhatIsNotShown(counter);
      const stacks = counter.stacks();
      if (stacks.length === 0) continue;
      const { columns, rows } = stackTable(stacks, basisOf(format));
      return { section: stackSection, columns: [...columns], rows: [...rows] };
    }
    return null;
  }
}

/** People copy the first lines of a profile: the others have their share too. */
function addWhatIsNotShown(counter: StackCounter): void {
  const shown = counter.stacks().reduce((sum, { count }) => sum + count, 0);
  if (shown < 10_000) counter.add(['(not shown)'], 10_000 - shown);
}
