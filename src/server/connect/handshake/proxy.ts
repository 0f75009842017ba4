/** What a session shows of something that stands between it and the server. */
export interface Greeted {
  /** Version and connection id by the greeting. */
  version: string;
  connectionId: number;
}

/** Names by which proxies show themselves in a version or its comment, such as `5.5.30 (ProxySQL)` and `8.0.40-router`. */
const names: readonly { name: string; pattern: RegExp }[] = [
  { name: 'ProxySQL', pattern: /proxysql/i },
  { name: 'MaxScale', pattern: /maxscale/i },
  { name: 'MySQL Router', pattern: /\brouter\b/i },
  { name: 'HAProxy', pattern: /haproxy/i },
  { name: 'RDS Proxy', pattern: /rds[ _-]?proxy/i },
];

/** ProxySQL answers this text itself, and nothing that says more (MySQL_Session.cpp, SELECT_VERSION_COMMENT). */
export const versionCommentSql = 'select @@version_comment limit 1';
/** A command of ProxySQL alone; a server calls it a syntax error. */
export const proxysqlSql = 'PROXYSQL INTERNAL SESSION';

/** The proxy that one of these texts names; null: none does. */
export function namedProxy(texts: readonly string[]): string | null {
  return names.find(({ pattern }) => texts.some((text) => pattern.test(text)))?.name ?? null;
}

/**
 * Whether the connection ends at something that greets in its own name: a proxy that keeps connections of its own to
 * one or more servers (ProxySQL, MaxScale, RDS Proxy, MySQL Router with connection sharing). One that only passes bytes
 * on (HAProxy, SSH, the Cloud SQL Auth Proxy) hands the server's own greeting through. The greeting has room for 32 bits.
 */
export function greetsItself({ connectionId }: Greeted, own: number): boolean {
  return connectionId !== own % 2 ** 32;
}
