import { countValue, sizeValue } from './values';

/** What a line gives: names in the order of its numbers; '' leaves one out. */
interface Line {
  pattern: RegExp;
  status?: readonly string[];
  variables?: readonly string[];
}

const count = '(\\d[\\d.]{0,12}[kMG]?)';
const size = '(\\d[\\d.]{0,12}[kMG]?)';
const line = (text: string, names: Omit<Line, 'pattern'>): Line => ({
  pattern: new RegExp(`^${text.replaceAll('#', count).replaceAll('~', size).replaceAll(' ', '\\s{1,20}')}`),
  ...names,
});
const counts = (text: string, ...status: string[]) => line(text, { status });

/** Sections of mysqlreport 3.x and the lines in them (mysqlreport, by Daniel Nichter: its format strings). */
const sections: Readonly<Record<string, readonly Line[]>> = {
  Key: [line('Buffer used ~ of ~', { variables: ['', 'key_buffer_size'] })],
  Questions: [
    counts('Total #', 'Questions'),
    counts('QC Hits #', 'Qcache_hits'),
    counts('Slow [\\d.]{1,8} m?s #', 'Slow_queries'),
    counts('SELECT #', 'Com_select'),
    counts('INSERT #', 'Com_insert'),
    counts('UPDATE #', 'Com_update'),
    counts('REPLACE #', 'Com_replace'),
    counts('DELETE #', 'Com_delete'),
    // What the report sums up: the names are not the server's.
    counts('(?:DMS|COM_QUIT|Com_|[-+]Unknown) #', ''),
  ],
  'SELECT and Sort': [
    counts('Scan #', 'Select_scan'),
    counts('Range #', 'Select_range'),
    counts('Full join #', 'Select_full_join'),
    counts('Range check #', 'Select_range_check'),
    counts('Full rng join #', 'Select_full_range_join'),
    counts('Sort scan #', 'Sort_scan'),
    counts('Sort range #', 'Sort_range'),
    counts('Sort mrg pass #', 'Sort_merge_passes'),
  ],
  'Query Cache': [
    line('Memory usage ~ of ~', { variables: ['', 'query_cache_size'] }),
    counts('Hits #', 'Qcache_hits'),
    counts('Inserts #', 'Qcache_inserts'),
    counts('Prunes #', 'Qcache_lowmem_prunes'),
  ],
  'Table Locks': [counts('Waited #', 'Table_locks_waited'), counts('Immediate #', 'Table_locks_immediate')],
  Tables: [
    line('Open # of (\\d{1,9})', { status: ['Open_tables'], variables: ['', 'table_cache'] }),
    counts('Opened #', 'Opened_tables'),
  ],
  Connections: [
    line('Max used # of (\\d{1,9})', {
      status: ['Max_used_connections'],
      variables: ['', 'max_connections'],
    }),
    counts('Total #', 'Connections'),
  ],
  'Created Temp': [
    counts('Disk table #', 'Created_tmp_disk_tables'),
    line('Table # [\\d.]{1,12}[kM]?/s Size: ~', {
      status: ['Created_tmp_tables'],
      variables: ['', 'tmp_table_size'],
    }),
    counts('File #', 'Created_tmp_files'),
  ],
  Threads: [
    counts('Running # of #', 'Threads_running', 'Threads_connected'),
    line('Cached # of (\\d{1,9})', { status: ['Threads_cached'], variables: ['', 'thread_cache_size'] }),
    counts('Created #', 'Threads_created'),
    counts('Slow #', 'Slow_launch_threads'),
  ],
  Aborted: [counts('Clients #', 'Aborted_clients'), counts('Connects #', 'Aborted_connects')],
  'InnoDB Buffer Pool': [
    line('Usage ~ of ~', { variables: ['', 'innodb_buffer_pool_size'] }),
    counts('Reads #', 'Innodb_buffer_pool_read_requests'),
    counts('From (?:file|disk) #', 'Innodb_buffer_pool_reads'),
    counts('Wait free #', 'Innodb_buffer_pool_wait_free'),
  ],
  'InnoDB Lock': [
    counts('Waits #', 'Innodb_row_lock_waits'),
    counts('Current #', 'Innodb_row_lock_current_waits'),
  ],
};

const first = /^MySQL (\d{1,2}\.\d[\w.+~:-]{0,60})\s{1,40}uptime (\d{1,6}) (\d{1,3}):(\d\d):(\d\d)(?:\s|$)/;
const heading = /^__ ([A-Z][\w ,]{1,40}?) _{5,}$/;

/** What a line of mysqlreport gives: exact names with what it prints. */
export interface ReportedNumbers {
  variables: [name: string, value: string][];
  status: [name: string, printed: string][];
}

/** Reads mysqlreport, whose lines mean something by the section that they stand in; also with numbers before its lines. */
export class MysqlReportReader {
  #section: string | null = null;
  #isReport = false;

  /** null: the line is none of the report. */
  push(text: string): ReportedNumbers | null {
    if (!this.#isReport && !text.includes('uptime')) return null;
    const trimmed = text.trim().replace(/^\d{1,3}\s{1,3}(?=[A-Z_])/, '');
    const start = first.exec(trimmed);
    if (start !== null) return this.#begin(start);
    const title = heading.exec(trimmed)?.[1];
    if (title !== undefined) {
      this.#section = title;
      return { variables: [], status: [] };
    }
    if (!this.#isReport || this.#section === null) return null;
    for (const one of sections[this.#section] ?? []) {
      const match = one.pattern.exec(trimmed);
      if (match !== null) return numbersOf(one, match);
    }
    return null;
  }

  #begin([, version = '', days, hours, minutes, seconds]: RegExpExecArray): ReportedNumbers {
    this.#isReport = true;
    this.#section = null;
    const uptime = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
    return { variables: [['version', version]], status: [['Uptime', String(uptime)]] };
  }
}

function numbersOf({ status = [], variables = [] }: Line, match: RegExpExecArray): ReportedNumbers {
  const cells = match.slice(1).map((cell) => cell.replace('k', 'K'));
  return {
    status: status.flatMap((name, index): [string, string][] =>
      name === '' || cells[index] === undefined ? [] : [[name, cells[index]]],
    ),
    variables: variables.flatMap((name, index): [string, string][] => {
      const value = name === '' ? null : amountOf(cells[index] ?? '');
      return value === null ? [] : [[name, String(value)]];
    }),
  };
}

/** A size in powers of 1024, or a count. */
function amountOf(text: string): number | null {
  return /[KMG]$/.test(text) ? sizeValue(text) : countValue(text);
}
