import { isFiller, type Line, ownText, type TakeUnknown } from './line';
import { lineForms, matchLine } from './line-form';

/** BACKGROUND THREAD: rounds of the master thread since the server's start, decimal strings. */
export interface BackgroundThread {
  /**
   * Rounds by kind, `srv_master_thread loops: 2 srv_active, 0 srv_shutdown, 3086 srv_idle`. MariaDB from 11 on has no
   * `srv_shutdown`; 5.5 counts `1_second`, `sleeps`, `10_second`, `background` and `flush`.
   */
  loops: Record<string, string>;
  /** Rounds with a write of the redo log, `srv_master_thread log flush and writes: 3109`. */
  logFlushesAndWrites: string | null;
}

const forms = lineForms('srv_master_thread log flush and writes: {logFlushesAndWrites:c}');
const loopsLine = /^srv_master_thread loops: ([\w ,]+)$/;

export function readBackgroundThread(lines: readonly Line[], unknown: TakeUnknown): BackgroundThread {
  let loops: Record<string, string> | null = null;
  let logFlushesAndWrites: string | null = null;
  for (const line of lines) {
    const counts = loopsLine.exec(ownText(line) ?? '')?.[1];
    const found = matchLine(line, forms);
    if (counts !== undefined) loops ??= countsByName(counts);
    else if (found !== null) logFlushesAndWrites ??= found.logFlushesAndWrites ?? null;
    else if (!isFiller(line)) unknown(line);
  }
  return { loops: loops ?? {}, logFlushesAndWrites };
}

/** `2 srv_active, 0 srv_shutdown` */
function countsByName(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((part) => {
      const [, count, name] = /^ *(\d{1,20}) (\w{1,64}) *$/.exec(part) ?? [];
      return count === undefined || name === undefined ? [] : [[name, BigInt(count).toString()]];
    }),
  );
}
