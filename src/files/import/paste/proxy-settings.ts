/** `mysql_variables={`, `mysql_servers = (` of proxysql.cnf; the bracket may stand on the next line. */
const beginning =
  /^\s{0,20}(?:(?:mysql|admin|pgsql)_variables|(?:mysql|pgsql|proxysql)_(?:servers|users|query_rules|replication_hostgroups|group_replication_hostgroups|galera_hostgroups))\s{0,10}[=:]\s{0,10}([({].{0,2000})?$/;
const mostLines = 2_000;

/** The groups of proxysql.cnf: names of the server stand in them with values of the proxy. */
export class ProxySettings {
  /** Brackets that are open; null: outside of a group. */
  #depth: number | null = null;
  #lines = 0;

  /** Whether the line is of such a group: nothing in it is of the server. */
  push(line: string): boolean {
    const begun = this.#depth === null ? beginning.exec(line) : null;
    if (begun !== null) {
      this.#depth = 0;
      this.#lines = 0;
    }
    if (this.#depth === null) return false;
    const before = this.#depth;
    const text = begun === null ? line : (begun[1] ?? '');
    this.#depth += (text.match(/[({]/g)?.length ?? 0) - (text.match(/[)}]/g)?.length ?? 0);
    this.#lines += 1;
    // A group whose bracket never comes is none.
    const isOpening = begun !== null && text === '';
    const isAwaited = before === 0 && begun === null;
    if (isAwaited && line.trim() !== '' && !/^\s*[({]/.test(line)) {
      this.#depth = null;
      return false;
    }
    if ((this.#depth <= 0 && !isOpening && line.trim() !== '') || this.#lines > mostLines) this.#depth = null;
    return true;
  }
}
