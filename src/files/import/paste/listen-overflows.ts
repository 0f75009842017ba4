/** `482113 times the listen queue of a socket overflowed` of netstat -s, `TcpExtListenOverflows  482113  0.0` of nstat. */
const counted =
  /^\s{0,20}(\d{1,15}) times the listen queue of a socket overflowed\b|\bTcpExtListenOverflows\s{1,40}(\d{1,15})\b/;
/** The kernel says it once, without a number. */
const flooded = /\bPossible SYN flooding on port (?:\S{1,60}:)?3306\b/;

/** Connections that did not fit the listen queue of a socket. Push lines, then `end()`. */
export class ListenOverflows {
  #count: number | null = null;

  push(line: string): void {
    if (!/listen|SYN/i.test(line)) return;
    const [, ofNetstat, ofNstat] = counted.exec(line) ?? [];
    const count = ofNetstat ?? ofNstat;
    if (count !== undefined) this.#count = Number(count);
    else if (flooded.test(line)) this.#count ??= 1;
  }

  /** Since boot; null: nobody counted. */
  end(): number | null {
    return this.#count;
  }
}
