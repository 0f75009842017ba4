import { mostServers } from '../../../shared/fleet-inventory';

/** A range of a pattern: its texts in order, one after the other. */
interface Range {
  count: number;
  at(index: number): string;
}

/** The hosts of a pattern, or why it stands for none. */
export type Hosts = { hosts: string[] } | { refused: 'noRange' | 'tooManyHosts' };

/**
 * `db[01:03].example.com` and `db[a:c]` as Ansible expands them; other names as they are, without the port of SSH. Nothing is
 * cut: a slip of a digit, which would fill the memory, is refused as a whole.
 */
export function expandHosts(pattern: string): Hosts {
  const address = /^\[((?:[\da-f]*:){2,}[\da-f.]*)\](?::\d+)?$/i.exec(pattern);
  if (address !== null) return { hosts: [address[1] ?? ''] };
  const parts = pattern.split(/(\[[^[\]]*\])/);
  const ranges: Range[] = [];
  for (const part of parts) {
    if (!/[[\]]/.test(part)) {
      ranges.push({ count: 1, at: () => part });
      continue;
    }
    const range = rangeOf(part);
    if (range === null) return { refused: 'noRange' };
    ranges.push(range);
  }
  if (ranges.reduce((product, { count }) => product * count, 1) > mostServers) {
    return { refused: 'tooManyHosts' };
  }
  const hosts = ranges.reduce(
    (before, { count, at }) =>
      before.flatMap((text) => Array.from({ length: count }, (_, index) => text + at(index))),
    [''],
  );
  return { hosts: hosts.map((host) => host.replace(/^([^:]+):\d+$/, '$1')) };
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Without a begin it is 0; of a begin with zeros before it each number has the length (Ansible, `expand_hostname_range`). */
function rangeOf(bracket: string): Range | null {
  const match = /^\[(\d{0,15}|[a-z]):(\d{1,15}|[a-z])(?::(\d{1,15}))?\]$/i.exec(bracket);
  if (match === null) return null;
  const [, from = '', to = '', step = '1'] = match;
  const isNumber = /^\d*$/.test(from) && /^\d+$/.test(to);
  const position = (text: string) => (isNumber ? Number(text) : letters.indexOf(text));
  const [first, last, by] = [position(from), position(to), Number(step)];
  if (first < 0 || last < first || by < 1) return null;
  const digits = from.startsWith('0') ? from.length : 1;
  return {
    count: Math.floor((last - first) / by) + 1,
    at: (index) =>
      isNumber ? String(first + index * by).padStart(digits, '0') : letters.charAt(first + index * by),
  };
}
