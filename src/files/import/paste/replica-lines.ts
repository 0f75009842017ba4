import type { Cell } from '../../../shared/snapshot';

/**
 * Columns that begin SHOW REPLICA STATUS in vertical form, of either naming; MariaDB's SHOW ALL SLAVES STATUS has two before,
 * and posts quote only the lines that matter.
 */
const beginning =
  /^(?:connection_name|slave_sql_state|(?:slave|replica)_io_state|(?:slave|replica)_(?:io|sql)_running|last_(?:io|sql)_err(?:no|or)|seconds_behind_(?:master|source))$/i;
/** Its other columns, by their endings; what no server has is of the text around it. */
const column =
  /^(?:connection_name|(?:slave|replica)_(?:io|sql)_(?:state|running|running_state)|slave_heartbeat\w{0,20}|slave_(?:ddl|non_transactional|transactional)\w{0,30}|(?:master|source)_\w{2,40}|connect_retry|(?:read|exec)_(?:master|source)_log_pos|relay_(?:log_(?:file|pos|space)|(?:master|source)_log_file)|replicate_\w{2,40}|last_(?:io_|sql_)?(?:errno|error(?:_timestamp)?)|skip_counter|until_\w{3,20}|seconds_behind_(?:master|source)|sql_(?:delay|remaining_delay)|retrieved_gtid_set|executed_gtid_set|auto_position|channel_name|(?:using_gtid|gtid_io_pos|parallel_mode|get_(?:master|source)_public_key|network_namespace))$/i;
const most = 200;

/** So many sources may one replica have in a text. */
const mostRows = 64;

/**
 * SHOW REPLICA STATUS as posts quote it: without the lines that number its rows, cut, with prose before and behind, and of
 * several sources (channels) one below the other.
 */
export class ReplicaLines {
  readonly #rows: Map<string, Cell>[] = [];
  #isWithin = false;

  /** Whether the line is of such a status. */
  push(line: string): boolean {
    if (/^\s{0,20}\*{5,} *\d+\. row \*{5,}/.test(line)) this.#isWithin = false;
    const [, name = '', value = ''] =
      /^\s{0,60}([A-Za-z]\w{3,40}):(?:\s{1,20}(.{0,2000}))?$/.exec(line) ?? [];
    const key = name.toUpperCase();
    // A column that is there already begins the next source.
    const begins = beginning.test(name) && (!this.#isWithin || this.#rows.at(-1)?.has(key) === true);
    if (begins && this.#rows.length < mostRows) {
      this.#rows.push(new Map());
      this.#isWithin = true;
    }
    const row = this.#rows.at(-1);
    if (!this.#isWithin || name === '' || row === undefined) return false;
    if (!column.test(name) || row.size >= most || row.has(key)) return false;
    const text = value.trim();
    row.set(key, text === 'NULL' ? null : text);
    return true;
  }

  /** The columns in capitals, and a row for each source; null: none, or no thread is known of. */
  end(): { columns: string[]; rows: Cell[][] } | null {
    for (const row of this.#rows) addRunning(row);
    const rows = this.#rows.filter((row) => hasThread(row, 'IO') || hasThread(row, 'SQL'));
    const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    return rows.length === 0
      ? null
      : { columns, rows: rows.map((row) => columns.map((name) => row.get(name) ?? null)) };
  }
}

/** The lag is a number only while the applier runs (MySQL manual, "SHOW REPLICA STATUS Statement"): a post may quote it alone. */
function addRunning(row: Map<string, Cell>): void {
  for (const [lag, running] of [
    ['SECONDS_BEHIND_MASTER', 'SLAVE_SQL_RUNNING'],
    ['SECONDS_BEHIND_SOURCE', 'REPLICA_SQL_RUNNING'],
  ] as const)
    if (!hasThread(row, 'IO') && !hasThread(row, 'SQL') && /^\d{1,9}$/.test(String(row.get(lag) ?? '')))
      row.set(running, 'Yes');
}

function hasThread(row: ReadonlyMap<string, Cell>, thread: string): boolean {
  return row.has(`SLAVE_${thread}_RUNNING`) || row.has(`REPLICA_${thread}_RUNNING`);
}
