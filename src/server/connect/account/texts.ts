/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theNameOfTheAccount: 'The account name has invisible characters.',
  theServerCallsItself: (versionText: string, comment: string) =>
    `The server calls itself "${versionText}" (${comment}).`,
  latchkeyKnowsMysqlPerconaServer:
    'Latchkey knows MySQL, Percona Server and MariaDB. Servers that only speak their protocol have other internals.',
  theServersVersionIsToo: (versionText: string) =>
    `The server's version ${versionText} is too old for Latchkey.`,
  mysqlAndPerconaServerFrom: 'MySQL and Percona Server from 5.6, MariaDB from 10.0 on are supported.',
};
