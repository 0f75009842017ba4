/** The file of a control group, alone or behind a command, and a value that may follow it on the line. */
const file =
  /(?:^|[\s/])memory\.(max|limit_in_bytes|current|usage_in_bytes|events|oom_control)\b["']?(?:\s{0,4}[:=]?\s{0,4}(\d{4,18}))?\s{0,10}$/;
const number = /^\s{0,10}(\d{4,18})\s{0,10}$/;
const kills = /^\s{0,10}oom_kill\s{1,10}(\d{1,9})\s{0,10}$/;
/** A group without a limit has the largest number of pages in version 1. */
const unlimited = 2 ** 60;

/**
 * The memory of the server's control group as its files show it: `cat .../memory.max`, and the number on the next line. Push lines.
 * Linux kernel documentation, "Control Group v2" and "Memory Resource Controller".
 */
export class CgroupFiles {
  #open: string | null = null;
  #limit: number | null = null;
  #used: number | null = null;
  #kills = 0;

  push(line: string): void {
    if (line.length > 400 || line.trim() === '') return;
    const [, name, beside] = file.exec(line) ?? [];
    if (name !== undefined) {
      this.#open = name;
      if (beside !== undefined) this.#take(name, Number(beside));
      return;
    }
    const value = number.exec(line)?.[1];
    const killed = kills.exec(line)?.[1];
    if (value !== undefined && this.#open !== null) this.#take(this.#open, Number(value));
    if (killed !== undefined && this.#open !== null) this.#kills = Math.max(this.#kills, Number(killed));
    // The counters of one file stand below each other.
    if (value !== undefined || !/^\s{0,10}[a-z_]{2,30}\s{1,10}\d/.test(line)) this.#open = null;
  }

  /** Bytes that the group may have; undefined: no limit was shown. */
  get memoryBytes(): number | undefined {
    return this.#limit ?? undefined;
  }

  /** What the group has left of it. */
  get availableBytes(): number | undefined {
    return this.#limit === null || this.#used === null ? undefined : Math.max(0, this.#limit - this.#used);
  }

  /** Processes of the group that the kernel has killed. */
  get oomKills(): number {
    return this.#kills;
  }

  #take(name: string, bytes: number): void {
    if (bytes >= unlimited) return;
    if (name === 'max' || name === 'limit_in_bytes') this.#limit = bytes;
    else if (name === 'current' || name === 'usage_in_bytes') this.#used = bytes;
  }
}
