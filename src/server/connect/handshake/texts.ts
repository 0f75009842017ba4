/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  whatAnswersAtIsNot: (where: string, foreign: string) =>
    `What answers at ${where} is not a MySQL server: ${foreign}.`,
  checkHostAndPortA:
    'Check host and port: a MySQL or MariaDB server listens on 3306 by default (33060 is the X protocol, which Latchkey does not speak).',
  speaksTheProtocolOfMysql: (where: string) => `${where} speaks the protocol of MySQL wrongly.`,
  aPacketEndsBeforeIts:
    'A packet ends before its fields do: what answers is no MySQL server, or something between cuts it.',
  tookTheConnectionButDid: (where: string, seconds: number) =>
    `${where} took the connection but did not greet within ${seconds} s.`,
  eitherItIsNotA: 'Either it is not a MySQL server, or a server that hangs: look at its error log and load.',
  didNotAnswerWithinS: (where: string, seconds: number) => `${where} did not answer within ${seconds} s.`,
  aFirewallMayDropThe: 'A firewall may drop the packets, or the name leads to a wrong address.',
  aFirewallMayDropThePackets: 'A firewall may drop the packets, or the address is wrong.',
  theCannotBeRead: (what: string, path: string) => `The ${what} ${path} cannot be read.`,
  the: (what: string, path: string, why: string) => `The ${what} ${path} ${why}.`,
  checkThePath: 'Check the path.',
  theServerAtDoesNot: (where: string) =>
    `The server at ${where} does not offer TLS, and this connection asks for it.`,
  sentMoreThanAGreeting: (where: string) => `${where} sent more than a greeting before the login began.`,
  noServerDoesThatSomething:
    'No server does that: something stands between, or what answers is no MySQL server.',
  tlsWithFailed: (where: string, message: string) => `TLS with ${where} failed: ${message}`,
  theAccountLogsInThrough: (plugin: string) =>
    `The account logs in through ${plugin}, which Latchkey does not support.`,
  theLoginExchangeFailed: (message: string) => `The login exchange failed: ${message}`,
  withoutTlsAFullPassword: (unsupportedPluginHint: string) =>
    `Without TLS, a full password needs the RSA key of the server. Use the TLS mode required, or the Unix socket. ${unsupportedPluginHint}`,
  connectByTheNameIn: 'Connect by the name in the certificate, or use verify-ca.',
  theTlsKeyDoesNot: 'The TLS key does not belong to the TLS certificate.',
  theTlsCertificateKeyOr: 'The TLS certificate, key or CA file cannot be used.',
  giveTheKeyThatThe: 'Give the key that the certificate was made for.',
  theyMustBeInPem:
    'They must be in PEM form, and the key without a passphrase (openssl pkey -in KEY -out PLAIN takes it off).',
  theTlsFileIsNot: (what: string, path: string) => `The TLS ${what} file ${path} is not in PEM form.`,
  itMustHoldABlock: 'It must hold a block that begins with "-----BEGIN".',
  verifyIdentityNeedsAName: (host: string) => `verify-identity needs a host name, not the address ${host}.`,
};
