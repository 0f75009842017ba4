import { defined } from '../../shared/base/defined';
import type { Progress, ReportProgress } from '../../shared/progress';

/** Seconds that collecting at one end is taken to need, for the time left. */
const secondsPerEnd = 1;

/** Turns the steps of a snapshot into progress: a step per collector, one per second of the window. */
export class SnapshotProgress {
  readonly #report: ReportProgress;
  readonly #atStart: number;
  readonly #windowSeconds: number;
  readonly #atEnd: number;
  readonly #id: string;
  #collected = 0;
  #last: Progress = { done: 0, total: null, phase: 'collect-start', note: '' };

  /** @param id of the snapshot */
  constructor(report: ReportProgress, id: string, atStart: number, windowSeconds: number, atEnd: number) {
    this.#report = report;
    this.#id = id;
    this.#atStart = atStart;
    this.#windowSeconds = windowSeconds;
    this.#atEnd = atEnd;
  }

  /** A collector begins. */
  collecting(title: string, end: 'start' | 'end'): void {
    const window = end === 'end' ? this.#windowSeconds : 0;
    const left =
      end === 'end'
        ? secondsPerEnd * (1 - (this.#collected - this.#atStart) / this.#atEnd)
        : this.#windowSeconds + secondsPerEnd * 2;
    this.#say(this.#collected + window, `collect-${end}`, title, left);
    this.#collected += 1;
  }

  /** The window has run for so many seconds. */
  sampled(seconds: number): void {
    const done = Math.min(seconds, this.#windowSeconds);
    const note = `${Math.round(done)} of ${this.#windowSeconds} s`;
    this.#say(this.#atStart + done, 'sample', note, this.#windowSeconds - done + secondsPerEnd, this.#id);
  }

  /** Which statements will be explained is known. */
  explaining(statements: readonly string[]): void {
    this.#report({ ...this.#last, explains: [...statements] });
  }

  #say(done: number, phase: string, note: string, secondsLeft: number, sampling?: string): void {
    const total = this.#atStart + this.#windowSeconds + this.#atEnd;
    const left = Math.max(0, Math.round(secondsLeft));
    this.#last = { done, total, phase, note, secondsLeft: left, ...defined({ sampling }) };
    this.#report(this.#last);
  }
}
