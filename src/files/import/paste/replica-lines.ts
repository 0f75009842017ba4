import type { Cell } from '../../../shared/snapshot';

/** The column that begins SHOW REPLICA STATUS in vertical form, of either naming. */
const first = /^(?:slave|replica)_io_state$/i;
/** Its other columns, by their endings; what no server has is of the text around it. */
const column =
  /^(?:(?:slave|replica)_(?:io|sql)_(?:state|running|running_state)|slave_heartbeat\w{0,20}|slave_(?:ddl|non_transactional|transactional)\w{0,30}|(?:master|source)_\w{2,40}|connect_retry|(?:read|exec)_(?:master|source)_log_pos|relay_(?:log_(?:file|pos|space)|(?:master|source)_log_file)|replicate_\w{2,40}|last_(?:io_|sql_)?(?:errno|error(?:_timestamp)?)|skip_counter|until_\w{3,20}|seconds_behind_(?:master|source)|sql_(?:delay|remaining_delay)|retrieved_gtid_set|executed_gtid_set|auto_position|channel_name|(?:using_gtid|gtid_io_pos|parallel_mode|get_(?:master|source)_public_key|network_namespace))$/i;
const most = 200;

/** SHOW REPLICA STATUS as posts quote it: without the line that numbers its row, cut, with prose before and behind. */
export class ReplicaLines {
  #values: Map<string, Cell> | null = null;
  #isWithin = false;

  /** Whether the line is of such a status. */
  push(line: string): boolean {
    const [, name = '', value = ''] =
      /^\s{0,60}([A-Za-z]\w{3,40}):(?:\s{1,20}(.{0,2000}))?$/.exec(line) ?? [];
    if (first.test(name) && this.#values === null) {
      this.#values = new Map();
      this.#isWithin = true;
    }
    if (!this.#isWithin || name === '') return false;
    if (!column.test(name) || (this.#values?.size ?? most) >= most) return false;
    const text = value.trim();
    this.#values?.set(name.toUpperCase(), text === 'NULL' ? null : text);
    return true;
  }

  /** The row by column in capitals; null: none, or no thread is known of. */
  end(): Map<string, Cell> | null {
    const values = this.#values;
    if (values === null) return null;
    const has = (thread: string) =>
      values.has(`SLAVE_${thread}_RUNNING`) || values.has(`REPLICA_${thread}_RUNNING`);
    return has('IO') && has('SQL') ? values : null;
  }
}
