import { type ServerId, serverIds } from '../../scripts/servers/index.ts';

const all = (...except: ServerId[]): readonly ServerId[] => serverIds.filter((id) => !except.includes(id));

/** Of which servers something holds that the tests of connections ask for. */
export const traits = {
  /** Speak TLS 1.2 or later; the others were built with yaSSL, up to TLS 1.1, which no current OpenSSL speaks. */
  modernTls: all('mysql56', 'mysql57', 'mariadb102'),
  /** Make certificates of their own at their first start. */
  ownCertificates: ['mysql80', 'mysql97', 'mariadb114', 'mariadb118'],
  /** Have require_secure_transport: MySQL from 5.7.8, MariaDB from 10.5.2. */
  requireTls: all('mysql56', 'mariadb102'),
  /** Have caching_sha2_password, and without it let nobody in by default. */
  cachingSha2: ['mysql80', 'mysql97'],
  nativePassword: all('mysql97'),
  /** CREATE USER and ALTER USER take limits and REQUIRE: MySQL from 5.7.6. */
  accountOptions: all('mysql56'),
  /** MySQL from 5.7.6, MariaDB from 10.4.2. */
  accountLock: all('mysql56', 'mariadb102'),
  /** MySQL from 5.6.6, MariaDB from 10.4.3. */
  passwordExpiry: all('mariadb102'),
  unixSocket: ['mariadb1011', 'mariadb114', 'mariadb118'],
} as const satisfies Record<string, readonly ServerId[]>;

export const has = (trait: keyof typeof traits, id: ServerId): boolean =>
  (traits[trait] as readonly ServerId[]).includes(id);
