/** A stack that was found `count` times, its functions from the innermost out. */
export interface CountedStack {
  count: number;
  frames: string[];
}

export type StackFormat = 'perf-report' | 'perf-script' | 'folded' | 'pmp' | 'gdb';

const deepest = 128;
const longestName = 300;
const mostStacks = 20_000;

/** Counts stacks that are read one after the other; equal ones become one. */
export class StackCounter {
  /** Of stacks beyond the limit, by how much. */
  dropped = 0;
  readonly #stacks = new Map<string, CountedStack>();

  add(frames: readonly string[], count: number): void {
    const kept = frames
      .map((frame) => frame.trim().slice(0, longestName))
      .filter((frame) => frame !== '')
      .slice(0, deepest);
    if (kept.length === 0 || !Number.isFinite(count) || count <= 0) return;
    const key = kept.join(';');
    const known = this.#stacks.get(key);
    if (known !== undefined) known.count += count;
    else if (this.#stacks.size >= mostStacks) this.dropped += count;
    else this.#stacks.set(key, { count, frames: kept });
  }

  /** Heaviest first. */
  stacks(): CountedStack[] {
    return [...this.#stacks.values()].sort((a, b) => b.count - a.count);
  }
}

/** Reads lines of one format. */
export interface StackLineReader {
  push(line: string): void;
  /** To be called once after the last line. */
  end(): void;
}

const reportHeading = /^# *(?:Children +)?(?:Self|Overhead)\b.*\bSymbol/m;
const scriptHeading = /^\S.*? \d+(?:\/\d+)? +(?:\[\d+\] +)?\d+\.\d+: +(?:\d+ +)?\S+:/m;
const scriptFrame = /^\s+[0-9a-f]+ (.+?)(?:\+0x[0-9a-f]+)?(?: \([^()]*\))?$/;
/** No blank follows the semicolons, as one does in a sentence. */
const foldedLine = /^[^\t\n;]+(?:;(?! )[^\t\n;]+)+ \d+$/;
const pmpLine = /^ *(\d+) ([A-Za-z_~:?<(][^\t\n,]*,[^\t\n]*)$/;
const gdbThread = /^Thread \d+ \((?:Thread|LWP|process)\b.*\)/;
const gdbFrame = /^#\d+ +(?:0x[0-9a-f]+ in )?(\S.*?) \(/;

/** How the stacks in a text are written, by its beginning; null: there are none that are known. */
export function stackFormat(head: string): StackFormat | null {
  if (reportHeading.test(head)) return 'perf-report';
  if (/^#0 /m.test(head) && new RegExp(gdbThread.source, 'm').test(head)) return 'gdb';
  if (scriptHeading.test(head) && /^[ \t]+[0-9a-f]{4,} \S/m.test(head)) return 'perf-script';
  const lines = head.split('\n').slice(0, 200);
  // The last line of a head may be cut.
  const whole = (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== '');
  const mostly = (pattern: RegExp) =>
    whole.length > 0 && whole.filter((line) => pattern.test(line)).length >= 0.8 * whole.length;
  if (mostly(foldedLine)) return 'folded';
  return mostly(pmpLine) ||
    (whole.filter((line) => pmpLine.test(line)).length >= 3 && mostly(/^ *\d+ \S|^\w{3} \w{3} /))
    ? 'pmp'
    : null;
}

/** A reader that gives the stacks of a text to the counter. `perf report` counts hundredths of a percent. */
export function stackReader(format: StackFormat, counter: StackCounter): StackLineReader {
  switch (format) {
    case 'perf-report':
      return reportReader(counter);
    case 'folded':
      return lineReader((line) => {
        const space = line.lastIndexOf(' ');
        // The first of them is the program.
        if (space > 0)
          counter.add(line.slice(0, space).split(';').slice(1).reverse(), Number(line.slice(space)));
      });
    case 'pmp':
      return lineReader((line) => {
        const match = pmpLine.exec(line);
        if (match !== null) counter.add(splitFrames(match[2] ?? ''), Number(match[1]));
      });
    case 'perf-script':
      return blockReader(
        counter,
        (line) => /^\S/.test(line),
        (line) => scriptFrame.exec(line)?.[1],
      );
    case 'gdb':
      return blockReader(
        counter,
        (line) => gdbThread.test(line),
        (line) => gdbFrame.exec(line)?.[1],
      );
  }
}

function lineReader(push: (line: string) => void): StackLineReader {
  return { push, end: () => undefined };
}

/** Stacks that stand over several lines, each after a heading. */
function blockReader(
  counter: StackCounter,
  isHeading: (line: string) => boolean,
  frameOf: (line: string) => string | undefined,
): StackLineReader {
  let frames: string[] = [];
  const finish = () => {
    counter.add(frames, 1);
    frames = [];
  };
  return {
    push: (line) => {
      if (isHeading(line) || line.trim() === '') finish();
      const frame = isHeading(line) ? undefined : frameOf(line);
      if (frame !== undefined) frames.push(frame);
    },
    end: finish,
  };
}

/**
 * `12.34%  mysqld  libc.so.6  [.] malloc`, of which the own share counts: with --children there are two, the own one
 * second. The call graphs below a line are ignored.
 */
function reportReader(counter: StackCounter): StackLineReader {
  return lineReader((line) => {
    const match = /^ *(\d+\.\d+)%(?: +(\d+\.\d+)%)? .*?\[[.kguH]\] (.+)$/.exec(line.trimEnd());
    if (match !== null) counter.add([match[3] ?? ''], Math.round(Number(match[2] ?? match[1]) * 100));
  });
}

/** At commas, but not within brackets: `f<a,b>,g` -> `f<a,b>`, `g`. */
function splitFrames(text: string): string[] {
  const frames: string[] = [];
  let depth = 0;
  let frame = '';
  for (const letter of text) {
    if (letter === '<' || letter === '(') depth += 1;
    if ((letter === '>' || letter === ')') && depth > 0) depth -= 1;
    if (letter === ',' && depth === 0) {
      frames.push(frame);
      frame = '';
    } else frame += letter;
  }
  return [...frames, frame];
}
