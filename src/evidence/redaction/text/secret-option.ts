/** `user:password@` of an address: `https://user:password@host/path`, `amqp://...`. */
const login = /(:\/\/)[^\s/?#"']*@/g;

/** What a name ends with whose value is a secret, alone or with what it is for: `MYSQL_ROOT_PASSWORD`, `secret_id`. */
const secretName =
  '(?:pwd|passw(?:or)?d|passphrase|passcode|secret|token|credentials?|api[_-]?key|access[_-]?key|private[_-]?key|(?<![A-Za-z])pw)(?:[_-][a-z]{1,12}){0,3}';
const assigned = `(${secretName}["']?[ \\t]{0,4}[=:][ \\t]{0,4})`;

/** Secrets among the options that one variable holds: `socket.ssl_key=k;socket.ssl_password=p` of wsrep_provider_options. */
const optionOfSetting = new RegExp(`${assigned}(?:"[^"]*"|'[^']*'|[^\\s;,&"']+)`, 'gi');
/** In a sentence the value ends with the word. `(using password: YES)` says that there was one. */
const optionOfSentence = new RegExp(`${assigned}(?!(?:YES|NO)\\b)(?:"[^"]*"|'[^']*'|\\S+)`, 'gi');
/** MY-010454, and what an image says of the account it made: the rest of the line is the password. */
const generated =
  /\b((?:temporary|generated|random|initial)\b[^:\n]{0,40}\bpassword\b[^:\n]{0,100}:[ \t]*).*/gi;
/** `mysql -u root -pSecret`, as a command line stands in a log. */
const optionOfClient =
  /(\b(?:mysql|mariadb)(?:dump|admin|check|import|binlog|d)?\b[^\n]{0,200}?[ \t]-p)(?=[^\s-])\S+/gi;

/** The value of a variable without the logins and secrets that it holds among others. */
export function withoutSecretOptions(value: string): string {
  return value.replace(login, '$1?@').replace(optionOfSetting, '$1?');
}

/** A sentence or a command line without the secrets that are named in it. */
export function withoutNamedSecrets(text: string): string {
  return text
    .replace(login, '$1?@')
    .replace(generated, '$1?')
    .replace(optionOfSentence, '$1?')
    .replace(optionOfClient, '$1?');
}
