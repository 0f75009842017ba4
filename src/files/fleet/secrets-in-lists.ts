/** What holds a secret wherever it stands in a name. */
const anywhere = /passw(?:or[dt]|d)|passphrase|kennwort|contraseña|mot[ _-]?de[ _-]?passe|credential/i;
/** Words that name a secret where a name ends with them; `bypass` and `compass` are others. */
const lastWord =
  /(?:^|[^a-z])(?:pass|pwd|pw|secret|token|(?:api|private|access|secret)[ _.-]?key)s?[ _.-]?\d*$/i;
/** The same written as one word: `rootPwd`, `apiToken`, `dbpwd`. */
const joined =
  /[a-z](?:Pass|Pwd|Pw|Secret|Token)\d*$|[a-z](?:pwd|secret|token|(?:api|access|private)key)\d*$/;

/** Whether what stands under this name in a list of servers is a secret: a column, a variable, a key. */
export function isSecretName(name: string): boolean {
  const bare = name.trim();
  return anywhere.test(bare) || lastWord.test(bare) || joined.test(bare);
}

/** Whether a text is a URL, an URI of a client without its scheme, or a DSN of a driver, with `user:password@` in it. */
export function holdsPassword(text: string): boolean {
  const at = text.indexOf('://');
  if (at === -1) return /^(?!mailto:)[^\s:@/]+:[^\s@]+@[^\s@]/i.test(text);
  const [authority = ''] = text.slice(at + 3).split('/', 1);
  const end = authority.lastIndexOf('@');
  return end !== -1 && authority.slice(0, end).includes(':');
}
