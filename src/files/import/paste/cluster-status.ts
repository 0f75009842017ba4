import type { Cell } from '../../../shared/snapshot';
import { memberColumns } from '../results/group-members';

const field = /^\s{0,60}"(address|mode|memberRole|status|version)"\s{0,4}:\s{0,4}"([^"]{1,255})",?\s{0,10}$/;

/**
 * The members of a group in what MySQL Shell prints for `cluster.status()` (MySQL Shell AdminAPI manual, "Checking a Cluster's
 * Status with Cluster.status()"). Push lines, then `end()`.
 */
export class ClusterStatus {
  readonly #rows: Cell[][] = [];
  #isWithin = false;
  #member = new Map<string, string>();

  push(line: string): void {
    if (line.length > 400) return;
    if (/^\s{0,60}"topology"\s{0,4}:\s{0,4}\{/.test(line)) this.#isWithin = true;
    if (!this.#isWithin) return;
    const [, key, value] = field.exec(line) ?? [];
    if (key !== undefined && value !== undefined) this.#member.set(key, value);
    // Objects within that of a member end before its status is known.
    if (/^\s{0,60}\}/.test(line) && this.#member.has('status')) this.#close();
  }

  #close(): void {
    const member = this.#member;
    this.#member = new Map();
    const address = member.get('address');
    if (address === undefined) return;
    const [, host = address, port = null] = /^(.{1,255}):(\d{1,5})$/.exec(address) ?? [];
    // Who left is not seen by the group.
    const state = member.get('status') === '(MISSING)' ? 'OFFLINE' : (member.get('status') ?? null);
    const isPrimary =
      (member.get('memberRole') ?? (member.get('mode') === 'R/W' ? 'PRIMARY' : 'SECONDARY')) === 'PRIMARY';
    this.#rows.push([
      address,
      host,
      port,
      state,
      isPrimary ? 'PRIMARY' : 'SECONDARY',
      member.get('version') ?? null,
    ]);
  }

  /** null: there is none. */
  end(): { section: 'group-replication'; columns: string[]; rows: Cell[][] } | null {
    if (this.#rows.length === 0) return null;
    return { section: 'group-replication', columns: memberColumns, rows: this.#rows };
  }
}
