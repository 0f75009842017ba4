/** A line of the mount table. */
export interface Mount {
  point: string;
  /** major:minor */
  device: string;
  type: string;
  /** What is mounted: a device, a path of a server, or a name without meaning. */
  source: string;
  /** Those of the mount and of the file system, each once. */
  options: string[];
}

/** The mount that holds a path: the one with the longest matching mount point, the later one when two are equal. */
export function mountOf(path: string, mountInfo: string): Mount | null {
  let best: Mount | null = null;
  for (const line of mountInfo.split('\n')) {
    // "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw" (proc(5)).
    const match = /^\d+ \d+ (\d+:\d+) \S+ (\S+) (\S+) .*?- (\S+) (\S+) ?(\S*)/.exec(line);
    if (match === null) continue;
    const [, device = '', point = '', own = '', type = '', source = '', whole = ''] = match;
    const place = unescaped(point);
    const inside = place === '/' || path === place || path.startsWith(`${place}/`);
    if (inside && place.length >= (best?.point.length ?? 0)) {
      const options = [...new Set(`${own},${whole}`.split(',').filter((option) => option !== ''))];
      best = { point: place, device, type, source: unescaped(source), options };
    }
  }
  return best;
}

/** Spaces and the like are written as \040. */
function unescaped(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

const nameless = /^(?:addr|clientaddr|mountaddr|username|user|domain|password|pass|ip|source|servern?ame?)=/i;

/** Options as a snapshot keeps them: without addresses, accounts and paths, which tuning has no use for. */
export function shownOptions(options: readonly string[]): string {
  return options
    .filter(
      (option) =>
        !nameless.test(option) &&
        !option.includes('/') &&
        !/=\d+\.\d+\.\d+\.\d+$|^[^=]*=[^:]*:[^:]*:/.test(option),
    )
    .join(',');
}
