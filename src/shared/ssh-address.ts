import { defined } from './base/defined';

/** `[user@]host[:port]`, with an IPv6 address in brackets; null: it is none. A text that is none may hold a password. */
export function parseSshAddress(text: string): { host: string; user?: string; port?: number } | null {
  const match = /^(?:([^@\s:]+)@)?(?:\[([0-9A-Fa-f:.%\w]+)\]|([^@:[\]\s]+))(?::(\d{1,5}))?$/.exec(
    text.trim(),
  );
  const host = match?.[2] ?? match?.[3];
  if (match === null || host === undefined) return null;
  const [, user, , , port] = match;
  const number = port === undefined ? undefined : Number(port);
  if (number !== undefined && (number < 1 || number > 65_535)) return null;
  return { host, ...defined({ user, port: number }) };
}
