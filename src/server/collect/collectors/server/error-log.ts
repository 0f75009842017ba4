import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Cell, Table } from '../../../../shared/snapshot';
import { nameValueMap } from '../../../connect/driver/rows';
import { type CollectContext, type Collector, type CollectorResult, fetchTable } from '../../collector';
import { CollectorSkipped } from '../../reading/collector-skipped';

const rows = 300;
const tailBytes = 128 * 1024;
const columns = ['LOGGED', 'PRIO', 'ERROR_CODE', 'SUBSYSTEM', 'DATA'];

const fileSql = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('log_error', 'datadir')";

/** The last messages of the error log, newest first: from the Performance Schema, else from the file, if that is here. */
export const errorLog: Collector = {
  id: 'error-log',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  since: 'MySQL 8.0.22; other servers have it in a file',
  sources: [
    {
      flavours: ['mysql'],
      from: [8, 0, 22],
      performanceSchema: true,
      privilege: 'performanceSchema',
      sql: `SELECT LOGGED, PRIO, ERROR_CODE, SUBSYSTEM, DATA FROM performance_schema.error_log ORDER BY LOGGED DESC LIMIT ${rows}`,
      bound: { rows, by: 'recent messages' },
    },
    { sql: fileSql },
  ],
  fetch: async (context, source) => {
    const reading = await fetchTable(context, errorLog, source);
    return source.sql === fileSql ? fromFile(context, reading.table) : reading;
  },
};

async function fromFile(context: CollectContext, variables: Table | undefined): Promise<CollectorResult> {
  const values = nameValueMap(variables ?? { columns: [], rows: [] });
  const name = values.get('log_error') ?? '';
  if (name === '' || name === 'stderr')
    throw new CollectorSkipped({
      code: 'absent',
      text: 'The server writes its error log to its standard error output, not to a file.',
      remedy: 'Set log_error = /var/log/mysql/error.log under [mysqld] and restart the server.',
    });
  const { host } = context;
  if (!host.readable || host.machine.origin !== 'local') {
    const why = host.readable ? 'files of it are not read over SSH.' : host.text;
    throw new CollectorSkipped({ code: 'no-host', text: `The error log is a file of the server: ${why}` });
  }
  const path = isAbsolute(name) ? name : join(values.get('datadir') ?? '', name);
  const tail = await readTail(path, tailBytes);
  if (tail === null)
    throw new CollectorSkipped({
      code: 'privilege',
      text: `The error log ${path} cannot be read by the account that runs Latchkey.`,
      remedy: `chmod o+r ${path}`,
    });
  const messages = parseErrorLog(tail.text, tail.whole);
  return {
    table: { columns, rows: messages.slice(-rows).reverse() },
    ...(messages.length > rows || !tail.whole ? { truncated: `only the last ${tailBytes / 1024} KiB` } : {}),
  };
}

/** The end of a regular file; null: it cannot be read. The server names it: a named pipe is not waited for. */
export async function readTail(
  path: string,
  bytes: number,
): Promise<{ text: string; whole: boolean } | null> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await file.stat();
      if (!found.isFile()) return null;
      const { size } = found;
      const from = Math.max(0, size - bytes);
      const buffer = Buffer.alloc(size - from);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
      return { text: buffer.toString('utf8', 0, bytesRead), whole: from === 0 };
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

/** `2026-11-21T07:17:10.123456Z 0 [System] [MY-010116] [Server] text`, `2026-11-21  7:17:10 0 [Note] text`. */
const message =
  /^(\d{4}-\d\d-\d\d[T ]+\d{1,2}:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)\s+\S+\s+\[(\w+)\]\s*(?:\[(MY-\d+)\]\s*\[(\w+)\]\s*)?([\s\S]*)/;
/** What servers print when they crash, without a time in front. */
const crash = /got signal|assertion failure|stack_bottom|\[0x[0-9a-f]+\]|^InnoDB: /i;

/**
 * Messages of an error log, oldest first. Lines of no known form may be part of a statement and are left out, but for
 * those of a crash.
 * @param whole the text begins with a whole line
 */
export function parseErrorLog(text: string, whole: boolean): Cell[][] {
  const lines = text.split(/\r?\n/);
  return (whole ? lines : lines.slice(1)).flatMap((line): Cell[][] => {
    const [found, logged, level, code, subsystem, data] = message.exec(line) ?? [];
    if (found !== undefined)
      return [[logged ?? null, level ?? null, code ?? null, subsystem ?? null, data ?? '']];
    return crash.test(line) ? [[null, null, null, null, line]] : [];
  });
}
