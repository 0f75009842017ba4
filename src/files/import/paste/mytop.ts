import type { ReportedNumbers } from './mysqlreport';
import { countValue } from './values';

/** `MySQL on localhost (5.7.33-log)      up 12+03:44:21 [10:15:33]`, the first line of mytop and of its successors. */
const first =
  /^\s{0,4}(?:MySQL|MariaDB) on \S{1,120} \((?:(\d{1,2}\.\d{1,2}\.\d{1,3}[\w.+~:-]{0,60})|[^)]{0,60})\)\s{1,80}(?:load (?:[\d.]{1,8} ?){1,3}[\d/ ]{0,12})?\s{0,40}up (\d{1,6})\+(\d\d):(\d\d):(\d\d)/;
const lines: readonly { pattern: RegExp; status: readonly string[] }[] = [
  { pattern: /^\s{0,4}Queries:\s{0,10}(\d[\d.,]{0,12}[kMG]?)\b/, status: ['Questions'] },
  { pattern: /\bSlow:\s{0,10}(\d[\d.,]{0,12}[kMG]?)\b/, status: ['Slow_queries'] },
  {
    pattern: /\bThreads:\s{0,10}(\d{1,7})\s{0,4}\(\s{0,6}(\d{1,7})\/\s{0,6}(\d{1,7})\)/,
    status: ['Threads_connected', 'Threads_running', 'Threads_cached'],
  },
];
const shares = /\bSe\/In\/Up\/De\(%\):\s{0,10}(\d{1,3})\/(\d{1,3})\/(\d{1,3})\/(\d{1,3})/;

/** The head of mytop's screen: version, time since start, statements and threads. */
export class MytopReader {
  /** Lines that may still belong to the head; 0: none was seen. */
  #left = 0;
  #questions: number | null = null;

  /** null: the line is none of it. */
  push(text: string): ReportedNumbers | null {
    if (this.#left === 0 && !text.includes(' on ')) return null;
    const start = first.exec(text);
    if (start !== null) return this.#begin(start);
    if (this.#left === 0 || text.length > 300) return null;
    this.#left -= 1;
    const status = lines.flatMap(({ pattern, status: names }): [string, string][] => {
      const match = pattern.exec(text);
      return match === null ? [] : names.map((name, index) => [name, printed(match[index + 1])]);
    });
    if (status.length === 0) return null;
    this.#questions = countValue(new Map(status).get('Questions') ?? '') ?? this.#questions;
    return { variables: [], status: [...status, ...this.#kinds(text)] };
  }

  #begin([, version, days, hours, minutes, seconds]: RegExpExecArray): ReportedNumbers {
    this.#left = 6;
    this.#questions = null;
    const uptime = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
    return {
      variables: version === undefined ? [] : [['version', version]],
      status: [['Uptime', String(uptime)]],
    };
  }

  /** Statements by kind, of which the first of the lines with them gives the shares since the start. */
  #kinds(text: string): [string, string][] {
    const questions = this.#questions;
    const [match, ...percent] = shares.exec(text) ?? [];
    if (match === undefined || questions === null) return [];
    return ['Com_select', 'Com_insert', 'Com_update', 'Com_delete'].map((name, index) => [
      name,
      String(Math.round((questions * Number(percent[index])) / 100)),
    ]);
  }
}

const printed = (text = '') => text.replace('k', 'K').replaceAll(/,(?=\d{3})/g, '');
