import { parseOptionFile, readOptions } from '../../../knowledge/option-file';
import { isWholeFile } from '../unset-settings';
import { knownName } from './names';

/** Groups that mysqld or mariadbd reads; `mysqld-8.0` and `mariadb-10.6` too. */
export const serverGroup = /^(?:mysqld|server|mariadb|mariadbd|galera|(?:mysqld|mariadbd?)-\d[\d.]*)$/i;

const group = /^\s{0,20}\[([\w.-]{2,40})\]\s{0,20}$/;
const groups =
  /^(?:mysql|mysqld|client|server|mariadb|mariadbd|mysqld_safe|galera|mysqldump|client-server|isamchk|myisamchk|mysqlhotcopy|mysqld-\d[\d.]*|mariadb-\d[\d.]*)$/i;
const option = /^\s{0,40}([A-Za-z][\w.-]{1,79})\s{0,40}(=.{0,2000})?$/;

/** The parts of a paste that are of my.cnf: from a line `[mysqld]` to the first line that no option file has. */
export class OptionLines {
  readonly #lines: string[] = [];
  #isWithin = false;
  /** A file that is included, or dots where somebody left something out. */
  #isOpenEnded = false;

  /** Whether these settings, of `end()`, are all of the file. */
  isAll(settings: ReadonlyMap<string, string>): boolean {
    return !this.#isOpenEnded && isWholeFile(settings);
  }

  /** Whether the line is of an option file: nothing else is to be read in it. */
  push(line: string): boolean {
    const heading = group.exec(line)?.[1];
    if (heading !== undefined && groups.test(heading)) {
      this.#isWithin = true;
      this.#lines.push(line.trim());
      return true;
    }
    if (!this.#isWithin) return false;
    const text = line.trim();
    this.#isOpenEnded ||= /^!include|^[#;<[( ]{0,10}(?:\.\.\.|…|snip\b)/.test(text);
    if (text === '' || /^[#;]|^!include/.test(text)) return true;
    const [, name = '', value] = option.exec(line.replace(/\s#.{0,500}$/, '')) ?? [];
    // A word alone is an option only where servers have it; `Thanks` ends the file.
    const isOption =
      name !== '' &&
      (value !== undefined || /^skip[-_]|^log[-_]/.test(name) || knownName(name)?.kind === 'variable');
    this.#isWithin = isOption;
    if (isOption) this.#lines.push(text);
    return isOption;
  }

  /** The settings of the server, by the name of the variable. */
  end(): Map<string, string> {
    if (this.#lines.length === 0) return new Map();
    const { lines } = parseOptionFile(this.#lines.join('\n'));
    return readOptions(
      lines.flatMap((line) => (line.kind === 'option' && serverGroup.test(line.group) ? [line] : [])),
    );
  }
}
