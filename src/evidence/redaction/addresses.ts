import { isIPv4, isIPv6 } from 'node:net';

const candidate =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}(?:\d{1,3}(?:\.\d{1,3}){3})?)(?![\w:])/gi;
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The text with each IP address in it replaced, with the port after it where there is one. */
export function replaceAddresses(text: string, replacement: (address: string) => string): string {
  if (!/[.:]/.test(text)) return text;
  return text.replace(candidate, (found) => (isIPv4(found) || isIPv6(found) ? replacement(found) : found));
}

/** UUIDs of servers, as in sets of GTIDs. */
export function uuidsIn(text: string): string[] {
  return text.match(uuid) ?? [];
}

/** A host and its port: `db7:3306`, `10.0.0.1:51234`, `[::1]:3306`, `2001:db8::1`. */
export function hostAndPort(text: string): { host: string; port: string | null } {
  if (isIPv6(text)) return { host: text, port: null };
  const [, host = text, port] = /^(.*?)(?::(\d{1,5}))?$/s.exec(text) ?? [];
  return { host: host.replace(/^\[(.*)\]$/s, '$1'), port: port ?? null };
}
