/**
 * What any program needs to be found, to run and to print: no name beside these is passed on, so that no variable that
 * may hold a secret is (LATCHKEY_PASSWORD, LATCHKEY_SSH_PASSWORD, MYSQL_PWD, and whatever else a shell was given).
 */
const forEveryProgram = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TZ', 'TMPDIR', 'TEMP', 'TMP'],
  ...['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'LC_MESSAGES', 'LC_NUMERIC', 'LC_TIME'],
  ...['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'LUA_PATH', 'LUA_CPATH'],
  ...['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'NUMBER_OF_PROCESSORS'],
];

/** What the engine's own process looks at besides: where its data lies, the SSH agent, the login path file. */
const forTheEngine = [
  ...['LATCHKEY_HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR', 'APPDATA', 'LOCALAPPDATA'],
  ...['SSH_AUTH_SOCK', 'MYSQL_TEST_LOGIN_FILE', 'MYSQL_HOME', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'],
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a program that Latchkey starts.
 * @param own this process's environment
 * @param more what this program needs besides
 */
export function childEnvironment(
  own: Environment,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...only(forEveryProgram, own), ...more };
}

/** The environment of the process that runs the engine behind the window. */
export function engineEnvironment(
  own: Environment,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...only([...forEveryProgram, ...forTheEngine], own), ...more };
}

function only(names: readonly string[], own: Environment): Record<string, string> {
  // Windows takes names in any case.
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  return Object.fromEntries(
    Object.entries(own).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && wanted.has(entry[0].toUpperCase()),
    ),
  );
}
