import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';

/** ER_HOST_IS_BLOCKED (1129), as clients quote it. */
const blocked = /\bHost '([^']{1,255})' is blocked because of many connection errors\b/;

/** Hosts of which a text quotes that the server blocks them. Push lines, then `end()`. */
export class BlockedHosts {
  readonly #hosts = new Set<string>();

  push(line: string): void {
    const host = line.length > 4_000 ? undefined : blocked.exec(line)?.[1];
    if (host !== undefined && this.#hosts.size < 100) this.#hosts.add(host);
  }

  /** Rows of the host cache; null: there is none. */
  end(): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    return this.#hosts.size === 0
      ? null
      : {
          section: 'host-errors',
          columns: ['IP', 'SUM_CONNECT_ERRORS', 'COUNT_HOST_BLOCKED_ERRORS'],
          rows: [...this.#hosts].map((host): Cell[] => [host, null, 1]),
        };
  }
}
