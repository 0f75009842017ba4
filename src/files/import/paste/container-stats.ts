import { parseSize } from '../../../shared/base/units';
import { isServerName } from './server-names';

/** `shop-db   38.21%   1.93GiB / 2GiB   96.53%` of `docker stats`, with or without the id before the name. */
const row =
  /^\s{0,20}(?:[0-9a-f]{12} {1,20})?([\w.-]{1,120}) {1,60}\d{1,6}(?:\.\d{1,3})?% {1,20}(\d{1,6}(?:\.\d{1,4})?) ?([KMGT]?)i?B \/ (\d{1,6}(?:\.\d{1,4})?) ?([KMGT])i?B\b/i;

export interface ContainerMemory {
  usedBytes: number;
  limitBytes: number;
}

/** The memory of the server's container, as `docker stats` and `podman stats` list it. Push lines, then `end()`. */
export class ContainerStats {
  readonly #servers = new Map<string, ContainerMemory>();
  readonly #others = new Map<string, ContainerMemory>();

  push(line: string): void {
    if (line.length > 600 || !line.includes('% ')) return;
    const [, name, used = '', usedUnit = '', limit = '', limitUnit = ''] = row.exec(line) ?? [];
    if (name === undefined) return;
    const usedBytes = parseSize(`${used}${usedUnit.toUpperCase()}`);
    const limitBytes = parseSize(`${limit}${limitUnit.toUpperCase()}`);
    if (usedBytes === null || limitBytes === null || usedBytes > 1.01 * limitBytes) return;
    const memory = { usedBytes: Math.round(usedBytes), limitBytes: Math.round(limitBytes) };
    (isServerName(name) ? this.#servers : this.#others).set(name, memory);
  }

  /** The one server, its last reading; else the only container there is. null: none, or several. */
  end(): ContainerMemory | null {
    const [only, ...more] = this.#servers.size > 0 ? this.#servers.values() : this.#others.values();
    return only === undefined || more.length > 0 ? null : only;
  }
}
