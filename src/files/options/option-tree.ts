import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import {
  deepestInclude,
  fromBytes,
  lineNumber,
  type OptionFile,
  type OptionFileProblem,
  type OptionLine,
  type OptionTree,
  parseOptionFile,
  type ServerRules,
} from '../../knowledge/option-file';
import { LatchkeyError } from '../../shared/base/error';
import { formatBytes } from '../../shared/base/units';
import { listFolder } from '../list-folder';
import { readError, readWholeFile } from '../read-file';
import { systemCode } from '../system-code';

/** What all files together may come to, and how many includes are looked up: a tree from a stranger may have no end. */
const mostBytes = 8 * 1024 ** 2;
const mostFiles = 500;
const mostIncludes = 5000;

/** What decides how includes are followed. */
export interface TreeReading {
  /** Of the server that is to read the files; without it, as most servers do. */
  rules?: ServerRules;
  /** The folder in which the program is started: relative includes count from it. Default: that of the first file. */
  workingFolder?: string;
  /** For `~/`; default: the user's own. */
  home?: string;
  windows?: boolean;
}

type Include = Extract<OptionLine, { kind: 'include' }>;

/**
 * Reads option files and all that they include, in the server's order, and says what is wrong with them.
 * What a server passes over (a world-writable file, an included file that is not there) is ignored, with a problem.
 * @param files read one after the other; a missing one that is not `required` is ignored silently
 * Throws `file-not-found` or `file-unreadable` for a required file that cannot be read.
 */
export async function readOptionTree(
  files: readonly { path: string; required: boolean }[],
  reading: TreeReading = {},
): Promise<OptionTree> {
  const reader = new TreeReader(reading);
  for (const file of files) await reader.readRoot(file.path, file.required);
  return reader.tree();
}

class TreeReader {
  readonly #reading: TreeReading;
  readonly #roots: string[] = [];
  readonly #files = new Map<string, OptionFile>();
  readonly #ignored = new Set<string>();
  readonly #included = new Map<OptionLine, string[]>();
  readonly #problems: OptionFileProblem[] = [];
  #refused = false;
  #bytes = 0;
  #includes = 0;

  constructor(reading: TreeReading) {
    this.#reading = reading;
  }

  tree(): OptionTree {
    return {
      roots: this.#roots,
      files: this.#files,
      included: this.#included,
      problems: this.#problems,
      refused: this.#refused,
    };
  }

  async readRoot(file: string, required: boolean): Promise<void> {
    let real: string;
    try {
      real = await realpath(file);
    } catch (error) {
      if (!required && isMissing(error)) return;
      throw readError(error, file, 'option file');
    }
    this.#roots.push(real);
    try {
      if (!(await this.#readFile(real))) return;
    } catch (error) {
      if (required) throw error;
      this.#note('warning', real, null, `is ignored: ${messageOf(error)}`);
      return;
    }
    const stopped = this.#files.get(real)?.lines.find((line) => line.kind === 'invalid');
    if (stopped !== undefined) this.#refused = true;
    await this.#follow(real, [real], path.dirname(real));
  }

  /** Whether the file counts; false: a server ignores it. */
  async #readFile(file: string): Promise<boolean> {
    if (this.#files.has(file)) return true;
    if (this.#ignored.has(file)) return false;
    const { mode } = await stat(file).catch((error: unknown) => {
      throw readError(error, file, 'option file');
    });
    if (this.#files.size + this.#ignored.size >= mostFiles) throw tooMuch(`${mostFiles} files`);
    const bytes = await readWholeFile(file, 'option file');
    this.#bytes += bytes.length;
    if (this.#bytes > mostBytes) throw tooMuch(formatBytes(mostBytes));
    if (this.#reading.windows !== true && (mode & 0o002) !== 0) {
      this.#ignored.add(file);
      this.#note(
        'warning',
        file,
        null,
        'is ignored by servers because everyone may write to it: chmod o-w it',
      );
      return false;
    }
    const text = fromBytes(bytes.toString('latin1'));
    const parsed = parseOptionFile(text, { lineBytes: this.#reading.rules?.lineBytes ?? null });
    this.#files.set(file, parsed);
    this.#describe(file, parsed, bytes);
    return true;
  }

  /** Follows the includes of a file. `within`: the files through which it is reached, itself last. */
  async #follow(file: string, within: readonly string[], workingFolder: string): Promise<void> {
    for (const [index, line] of (this.#files.get(file)?.lines ?? []).entries()) {
      if (line.kind === 'invalid') return;
      if (line.kind !== 'include' || this.#included.has(line)) continue;
      if (within.length > deepestInclude) {
        const limit = `is not followed: includes go at most ${deepestInclude} levels deep`;
        this.#note('warning', file, index, limit);
        continue;
      }
      const targets = await this.#targets(file, index, line, workingFolder);
      this.#included.set(line, targets);
      for (const target of targets) {
        if (within.includes(target)) {
          const loop = `includes ${target} again, from which it is itself included; a server reads it ${deepestInclude + 1} times`;
          this.#note('warning', file, index, loop);
        } else {
          await this.#follow(target, [...within, target], workingFolder);
        }
      }
    }
  }

  /** The files that a line includes and that count. */
  async #targets(file: string, index: number, line: Include, workingFolder: string): Promise<string[]> {
    const cutsPath = line.cut && (this.#reading.rules?.cutsLastInclude ?? true);
    if (cutsPath) {
      const lost =
        'is the end of the file, without a line feed: servers before MySQL 9, and MariaDB, lose the last character of the path';
      this.#note('warning', file, index, lost);
    }
    const isServer = this.#reading.rules !== undefined;
    const written = cutsPath && isServer ? line.path.slice(0, -1) : line.path;
    const expanded = written.replace(/^~(?=\/|$)/, this.#reading.home ?? homedir());
    if (!path.isAbsolute(expanded) && this.#reading.workingFolder === undefined) {
      const relative = `has a relative path, which a server takes from the folder where it is started; here it is taken from ${workingFolder}`;
      this.#note('warning', file, index, relative);
    }
    const target = path.resolve(this.#reading.workingFolder ?? workingFolder, expanded);
    const paths = line.directory ? await this.#filesIn(target, file, index) : [target];
    const counted: string[] = [];
    for (const one of paths) {
      this.#includes += 1;
      if (this.#includes > mostIncludes) throw tooMuch(`${mostIncludes} includes`);
      try {
        const real = await realpath(one);
        if ((await stat(real)).isDirectory()) continue;
        if (await this.#readFile(real)) counted.push(real);
      } catch (error) {
        if (error instanceof TreeRefused) throw error;
        this.#note(
          'warning',
          file,
          index,
          `is ignored by servers: ${messageOf(readError(error, one, 'option file'))}`,
        );
      }
    }
    return counted;
  }

  /** In the order of the bytes of their names, as my_dir sorts them. */
  async #filesIn(folder: string, file: string, index: number): Promise<string[]> {
    try {
      const names = (await listFolder(folder, mostIncludes, 'latin1'))
        .map(({ name }) => name)
        .filter((name) => this.#hasExtension(name));
      // Byte order, which is the order of Latin-1 strings.
      const sorted = names.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      return sorted.map((name) => path.join(folder, Buffer.from(name, 'latin1').toString()));
    } catch (error) {
      this.#note(
        'error',
        file,
        index,
        `stops every program that reads it: ${messageOf(readError(error, folder, 'folder of option files'))}`,
      );
      // Only in a file first hand does it end the program; elsewhere the including file goes on.
      if (this.#roots.includes(file)) this.#refused = true;
      return [];
    }
  }

  #hasExtension(name: string): boolean {
    const dot =
      (this.#reading.rules?.extensionFromFirstDot ?? false) ? name.indexOf('.') : name.lastIndexOf('.');
    const extension = dot < 0 ? '' : name.slice(dot);
    return extension === '.cnf' || (this.#reading.windows === true && extension === '.ini');
  }

  #describe(file: string, parsed: OptionFile, bytes: Buffer): void {
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      this.#note(
        'warning',
        file,
        0,
        'begins with a byte-order mark, which servers take for the name of an option; save the file without it',
      );
    }
    for (const [index, { kind, text }] of parsed.lines.entries()) {
      if (text.includes('\0')) {
        this.#note(
          'warning',
          file,
          index,
          'holds a NUL byte: MariaDB and MySQL 5.7 ignore the rest of the line, MySQL from a release between 5.7.22 and 8.0.27 on glues the next line to it',
        );
      }
      if (text.length > 4094 || (text.length === 4094 && !text.endsWith('\n'))) {
        this.#note(
          'warning',
          file,
          index,
          'is longer than 4094 bytes: MariaDB, and MySQL until a release between 5.7.22 and 8.0.27, read the rest as lines of their own',
        );
      }
      if (kind !== 'invalid') continue;
      const line = parsed.lines[index];
      const why = line?.kind === 'invalid' ? invalidReasons[line.why] : '';
      this.#note('error', file, index, `${why}; servers stop reading the file here`);
      return;
    }
  }

  #note(severity: OptionFileProblem['severity'], file: string, index: number | null, what: string): void {
    const line = index === null ? null : lineNumber(this.#files.get(file), index);
    const place = line === null ? `The option file ${file}` : `${file}, line ${line}`;
    const end = what.endsWith('.') ? '' : '.';
    this.#problems.push({ severity, path: file, line, message: `${place} ${what}${end}` });
  }
}

/** The files together pass a limit: none of them is used, as what is missing might change what the others mean. */
class TreeRefused extends LatchkeyError {}

function tooMuch(limit: string): TreeRefused {
  return new TreeRefused(
    'file-unreadable',
    `The option files include more than ${limit}; they are not read.`,
    {
      hint: 'Look for an !includedir that names the wrong folder.',
    },
  );
}

const invalidReasons = {
  'option-without-group': 'is an option before any [group]',
  'group-without-bracket': 'begins a group without "]"',
  'include-without-path': 'includes nothing: the path is missing',
} as const;

function messageOf(error: unknown): string {
  return error instanceof LatchkeyError ? error.message : String(error);
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
}
