import { type Pair, pairOf } from './pairs';
import { spanSeconds } from './values';

/** `Threads: 2  Questions: 4181021  Slow queries: 0  Opens: 512 ...` of `mysqladmin status` and `\s`, with or without its uptime. */
const line =
  /^\s{0,20}(?:Uptime: (\d{1,12}) {1,4})?Threads: (\d{1,9}) {1,4}Questions: (\d{1,20}) {1,4}Slow queries: (\d{1,20}) {1,4}Opens: (\d{1,20}) .{0,80}Open tables: (\d{1,12})\b/;
/** `Uptime:   12 days 3 hours 1 min 2 sec` of `\s`. */
const uptime = /^\s{0,20}Uptime:\s{1,20}((?:\d{1,6} (?:days?|hours?|min|sec) ?){1,4})$/;
const names = [
  'Uptime',
  'Threads_connected',
  'Questions',
  'Slow_queries',
  'Opened_tables',
  'Open_tables',
] as const;

/** What the client prints of the status in its own words. */
export class ClientStatus {
  /** null: the line is none of it. */
  push(text: string): Pair[] | null {
    if (text.length > 400) return null;
    const seconds = spanSeconds(uptime.exec(text)?.[1] ?? '');
    if (seconds !== null) return [pairOf({ kind: 'status', name: 'Uptime' }, String(seconds))];
    const found = line.exec(text);
    if (found === null) return null;
    return names.flatMap((name, at) => {
      const value = found[at + 1];
      return value === undefined ? [] : [pairOf({ kind: 'status', name }, value)];
    });
  }
}
