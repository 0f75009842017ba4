/** So many hosts a pattern may stand for: a slip of a digit must not fill the memory. */
const mostHosts = 10_000;

/** `db[01:03].example.com` and `db[a:c]` as Ansible expands them; other names as they are, without the port of SSH. */
export function expandHosts(pattern: string): string[] {
  const match = /^([^[\]]*)\[(\d+|[a-z]):(\d+|[a-z])(?::(\d+))?\](.*)$/.exec(pattern);
  if (match === null) return [pattern.replace(/^([^:[\]]+):\d+$/, '$1')];
  const [, before = '', from = '', to = '', step = '1', after = ''] = match;
  const isNumber = /^\d+$/.test(from) && /^\d+$/.test(to);
  const code = (text: string) => (isNumber ? Number(text) : text.charCodeAt(0));
  const hosts: string[] = [];
  const by = Math.max(1, Number(step));
  for (let at = code(from); at <= code(to) && hosts.length < mostHosts; at += by) {
    const text = isNumber
      ? String(at).padStart(from.startsWith('0') ? from.length : 1, '0')
      : String.fromCharCode(at);
    hosts.push(...expandHosts(`${before}${text}${after}`).slice(0, mostHosts - hosts.length));
  }
  return hosts;
}
