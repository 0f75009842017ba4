import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { LatchkeyError } from '../../shared/base/error';
import { requireReadable } from '../../shared/base/file-sizes';
import {
  canonicalVariable,
  type Decisions,
  type Lock,
  lockSchema,
  type Mute,
  muteSchema,
} from '../../shared/decisions';
import { writeFileAtomic } from '../atomic-write';
import { makeOwnFolder } from '../make-folder';
import { readError, readWholeFile } from '../read-file';
import { systemCode } from '../system-code';
import { texts } from './texts';

/** While it is there, no snapshot explains a statement, whatever it holds. */
const explainOffName = 'explain-off.json';

/**
 * Locks and mutes, one file each in the folders `locks` and `mutes`: the app and the command line can both write at
 * any time, and none overwrites what the other has decided.
 */
export class DecisionFiles {
  readonly #folder: string;
  readonly #say: (remark: string) => void;
  readonly #said = new Set<string>();

  /**
   * @param folder the user's configuration folder; made when something is first decided
   * @param say called once with a sentence about each folder that this account may not read
   */
  constructor(folder: string, say: (remark: string) => void = () => {}) {
    this.#folder = folder;
    this.#say = say;
  }

  /**
   * Everything decided, by name. A lock whose file is damaged still holds: its name is that of the file. What lies in a
   * folder that cannot be read is not known: that is said, and what is only judged goes on without it.
   */
  async read(): Promise<Decisions> {
    const { unread, ...decisions } = await this.#readAll();
    for (const { message } of unread) this.#sayOnce(texts.goesOnWithoutThem(message));
    return decisions;
  }

  /** As `read`, before a server is changed. @throws LatchkeyError 'file-unreadable' where a lock may be unknown */
  async readForChange(): Promise<Decisions> {
    const { unread, ...decisions } = await this.#readAll();
    if (unread[0] !== undefined) throw unread[0];
    return decisions;
  }

  #sayOnce(remark: string): void {
    if (this.#said.has(remark)) return;
    this.#said.add(remark);
    this.#say(remark);
  }

  async #readAll(): Promise<Decisions & { unread: LatchkeyError[] }> {
    const damaged: Decisions['damaged'] = [];
    const unread: LatchkeyError[] = [];
    const listed = (kind: 'locks' | 'mutes') =>
      this.#list(kind).catch((error: unknown) => {
        if (!(error instanceof LatchkeyError) || error.code !== 'file-unreadable') throw error;
        damaged.push({ path: path.join(this.#folder, kind), message: error.message });
        unread.push(error);
        return [];
      });
    const locks: Lock[] = [];
    const mutes: Mute[] = [];
    for (const { name, file } of await listed('locks')) {
      const lock = lockSchema.safeParse(await readJson(file));
      if (!lock.success) damaged.push({ path: file, message: 'It is not a lock that Latchkey wrote.' });
      locks.push(
        lock.success && lock.data.variable === name
          ? lock.data
          : { variable: canonicalVariable(name), reason: '', at: '' },
      );
    }
    for (const { file } of await listed('mutes')) {
      const mute = muteSchema.safeParse(await readJson(file));
      if (mute.success) mutes.push(mute.data);
      else
        damaged.push({
          path: file,
          message: 'It is not a mute that Latchkey wrote: nothing is muted by it.',
        });
    }
    return { locks, mutes, damaged, unread };
  }

  /** Whether snapshots may explain statements: they may, until it is disabled; not where that cannot be read. */
  async explaining(): Promise<boolean> {
    const names = await readdir(this.#folder).catch((error: unknown): string[] => {
      if (isAbsent(error)) return [];
      this.#sayOnce(
        texts.noStatementIsExplained(readError(error, this.#folder, 'folder of settings').message),
      );
      return [explainOffName];
    });
    return !names.includes(explainOffName);
  }

  /** @param at ISO 8601 UTC, kept for the reader of the file */
  async setExplaining(on: boolean, at: string): Promise<void> {
    const file = path.join(this.#folder, explainOffName);
    if (on) {
      await rm(file, { force: true });
      return;
    }
    makeOwnFolder(this.#folder);
    const text = `${JSON.stringify({ explain: false, at }, null, 2)}\n`;
    await writeFileAtomic(file, text, { mode: 0o600, what: 'decision' });
  }

  async lock(lock: Lock): Promise<void> {
    await this.#write('locks', lock.variable, lock);
  }

  async mute(mute: Mute): Promise<void> {
    await this.#write('mutes', mute.ruleId, mute);
  }

  /** @returns whether there was one */
  async unlock(variable: string): Promise<boolean> {
    return this.#remove('locks', variable);
  }

  /** @returns whether there was one */
  async unmute(ruleId: string): Promise<boolean> {
    return this.#remove('mutes', ruleId);
  }

  async #list(kind: 'locks' | 'mutes'): Promise<{ name: string; file: string }[]> {
    const folder = path.join(this.#folder, kind);
    try {
      const names = (await readdir(folder)).filter((name) => /^[a-z0-9_-]+\.json$/i.test(name)).sort();
      return names.map((name) => ({ name: name.slice(0, -'.json'.length), file: path.join(folder, name) }));
    } catch (error) {
      if (isAbsent(error)) return [];
      throw readError(error, folder, `folder of ${kind}`);
    }
  }

  async #write(kind: 'locks' | 'mutes', name: string, document: Lock | Mute): Promise<void> {
    const file = this.#file(kind, name);
    const text = `${JSON.stringify(document, null, 2)}\n`;
    requireReadable('decision', file, Buffer.byteLength(text));
    makeOwnFolder(path.dirname(file));
    await writeFileAtomic(file, text, { mode: 0o600, what: 'decision' });
  }

  async #remove(kind: 'locks' | 'mutes', name: string): Promise<boolean> {
    const file = this.#file(kind, name);
    try {
      await rm(file);
      return true;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw new LatchkeyError('write-failed', texts.cannotRemove(file), { cause: error });
    }
  }

  /** Names come from people: none may lead out of the folder. */
  #file(kind: 'locks' | 'mutes', name: string): string {
    if (!/^[a-z0-9][a-z0-9_-]*$/.test(name)) {
      throw new LatchkeyError('usage', texts.isNotTheNameOf(name, kind === 'locks' ? 'variable' : 'rule'));
    }
    return path.join(this.#folder, kind, `${name}.json`);
  }
}

/** ENOTDIR: a part of the path is a file, as with a home of /dev/null. */
function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
}

/** undefined for what is no JSON, or cannot be read. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse((await readWholeFile(file, 'decision')).toString('utf8'));
  } catch {
    return undefined;
  }
}
