import { formatSeconds } from '../shared/base/units';
import type { Progress, ReportProgress } from '../shared/progress';
import { jsonText } from '../shared/writers/json';
import { visible } from '../shared/writers/visible';
import type { Output } from './terminal';
import { texts } from './texts';

/** Shows progress until `clear` is called. */
export interface ProgressDisplay {
  report: ReportProgress;
  /** Stays; each sentence once. */
  warn(text: string): void;
  clear(): void;
}

/** One JSON object a line with `json`; one line that rewrites itself on a terminal; otherwise nothing. */
export function progressDisplay(stderr: Output, json: boolean): ProgressDisplay {
  const shown = shownProgress(stderr, json);
  const warned = new Set<string>();
  return {
    ...shown,
    warn: (text) => {
      if (warned.has(text)) return;
      warned.add(text);
      shown.clear();
      stderr.write(json ? `${jsonText({ warning: text })}\n` : texts.warning(visible(text)));
    },
  };
}

type Shown = Pick<ProgressDisplay, 'report' | 'clear'>;

function shownProgress(stderr: Output, json: boolean): Shown {
  if (json) return { report: (progress) => stderr.write(`${jsonText(progress)}\n`), clear: () => {} };
  return stderr.isTTY ? lineDisplay(stderr) : { report: () => {}, clear: () => {} };
}

function lineDisplay(stderr: Output): Shown {
  let shown = '';
  return {
    report: (progress) => {
      const line = progressLine(progress).slice(0, Math.max(20, stderr.columns - 1));
      if (line === shown) return;
      shown = line;
      stderr.rewriteLine(line);
    },
    clear: () => {
      if (shown !== '') stderr.rewriteLine('');
      shown = '';
    },
  };
}

/** `collect 4/15: statement-digests, 12 s left` */
export function progressLine({ done, total, phase, note, secondsLeft }: Progress): string {
  const count = total === null ? '' : ` ${Math.round(done)}/${Math.round(total)}`;
  const left = secondsLeft === undefined ? '' : texts.left(formatSeconds(Math.ceil(secondsLeft)));
  return visible(`${phase}${count}: ${note}${left}`);
}
