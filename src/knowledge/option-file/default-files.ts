import { withoutEnd } from '../../shared/base/without-end';
import type { Flavour } from '../../shared/server';

/** Where a server was started, as far as it decides which option files it reads. */
export interface StartingPlace {
  flavour: Flavour;
  windows: boolean;
  /** Of the account that runs the server; null: unknown. */
  home: string | null;
  /** SYSCONFDIR of the build: /etc/mysql for Debian's, /usr/etc or /usr/local/mysql/etc for others; null: unknown. */
  sysconfdir: string | null;
  /** Environment MYSQL_HOME, for MariaDB MARIADB_HOME before it; null: not set. */
  serverHome: string | null;
  /** `--defaults-file`: nothing else is read. */
  defaultsFile: string | null;
  /** `--defaults-extra-file`: read before the one in the home folder. */
  extraFile: string | null;
  /** Windows: %WINDIR% and the folder above the program's. */
  windowsFolder?: string;
  baseFolder?: string;
}

/**
 * The option files that a server looks for, in its order; the last one that sets an option wins. A folder that occurs
 * twice counts where it occurs last (mysys/my_default.c, init_default_directories, add_directory).
 * Of these, `required` ones end the start when they cannot be read.
 */
export function defaultOptionFiles(place: StartingPlace): { path: string; required: boolean }[] {
  if (place.defaultsFile !== null) return [{ path: place.defaultsFile, required: true }];
  const candidates = place.windows ? windowsFiles(place) : unixFiles(place);
  return candidates.filter(
    ({ path }, index) => candidates.map((each) => each.path).lastIndexOf(path) === index,
  );
}

function unixFiles({ home, sysconfdir, serverHome, extraFile }: StartingPlace) {
  const optional = (path: string) => [{ path, required: false }];
  const inFolder = (folder: string | null) =>
    folder === null || folder === '' ? [] : optional(`${withoutEnd(folder, '/')}/my.cnf`);
  return [
    ...inFolder('/etc'),
    ...inFolder('/etc/mysql'),
    ...inFolder(sysconfdir),
    ...inFolder(serverHome),
    ...(extraFile === null ? [] : [{ path: extraFile, required: true }]),
    ...(home === null ? [] : optional(`${withoutEnd(home, '/')}/.my.cnf`)),
  ];
}

function windowsFiles({ serverHome, extraFile, windowsFolder, baseFolder }: StartingPlace) {
  const inFolder = (folder: string | null | undefined) =>
    folder === null || folder === undefined || folder === ''
      ? []
      : ['my.ini', 'my.cnf'].map((name) => ({
          path: `${withoutEnd(folder, '\\/')}\\${name}`,
          required: false,
        }));
  return [
    ...inFolder(windowsFolder),
    ...inFolder('C:'),
    ...inFolder(baseFolder),
    ...inFolder(serverHome),
    ...(extraFile === null ? [] : [{ path: extraFile, required: true }]),
  ];
}
