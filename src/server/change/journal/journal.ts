import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { LatchkeyError } from '../../../shared/base/error';
import { type JournalEntry, journalEntrySchema, journalSchemaName } from '../../../shared/change';
import { type EntryLock, takeEntryLock, takeEntryLockIfWritable } from './entry-lock';
import { diskFiles, isUnwritable, type JournalFiles } from './journal-files';
import { type Process, processExists } from './owner';
import { newer, Spare } from './spare';
import { texts } from './texts';

export interface JournalOptions {
  pid: number;
  bootId: string;
  now: () => Date;
  isAlive?: (pid: number) => boolean;
  newId?: () => string;
  files?: JournalFiles;
}

/** A file in the journal folder that cannot be read as an entry. It is reported and left alone. */
export interface DamagedEntry {
  path: string;
  reason: string;
}

/** An entry in hand: locked against other processes, each change of it on the disk before its promise resolves. */
export interface JournalRecord {
  readonly entry: JournalEntry;
  /**
   * Writes the entry as `change` leaves it, with a new heartbeat. Throws busy when another process has taken it over.
   * @param room `reserved`: for a restore, into the room that was reserved, where the disk takes nothing else
   */
  advance(change: (entry: JournalEntry) => void, room?: 'reserved'): Promise<void>;
  /** The entry is done with: its file goes. */
  remove(): Promise<void>;
  /** Leaves the entry to whoever comes next. */
  release(): Promise<void>;
}

/** The folder of changes that have not been restored, shared by app and command line: one JSON file per entry. */
export interface Journal {
  readonly folder: string;
  readonly self: Process;
  /** How many entries this process has in hand. */
  readonly inHand: number;
  /** Entries that are to be restored: left behind, or being worked on now. Oldest first. */
  list(): Promise<JournalEntry[]>;
  /** Applied changes that were kept, the undo records. Oldest first. */
  kept(): Promise<JournalEntry[]>;
  /** Files that are no readable entries, with the reason. */
  damaged(): Promise<DamagedEntry[]>;
  /** @throws LatchkeyError not-found, or file-unreadable with path and reason */
  read(id: string): Promise<JournalEntry>;
  /** Writes a new entry, on the disk with its name when the promise resolves. */
  create(
    draft: Omit<JournalEntry, 'schema' | 'id' | 'createdAt' | 'owner' | 'statements'>,
  ): Promise<JournalRecord>;
  /** Takes an entry in hand. @throws LatchkeyError busy, not-found, file-unreadable */
  take(id: string): Promise<JournalRecord>;
  /** Forgets an entry without restoring anything, at the request of a person who knows why. */
  discard(id: string): Promise<void>;
}

/** Opens the journal in `folder`, which is made (mode 0700) when the first entry is written. */
export function openJournal(folder: string, options: JournalOptions): Journal {
  const { pid, bootId, now, isAlive = processExists, newId = randomUUID, files = diskFiles } = options;
  return new JournalFolder(folder, { pid, bootId, now, isAlive }, newId, files);
}

class JournalFolder implements Journal {
  readonly folder: string;
  readonly self: Process;
  #inHand = 0;
  readonly #newId: () => string;
  readonly #files: JournalFiles;

  constructor(folder: string, self: Process, newId: () => string, files: JournalFiles) {
    this.folder = folder;
    this.self = self;
    this.#newId = newId;
    this.#files = files;
  }

  get inHand(): number {
    return this.#inHand;
  }

  async list(): Promise<JournalEntry[]> {
    return (await this.#readAll()).entries.filter(({ phase }) => phase !== 'kept');
  }

  async kept(): Promise<JournalEntry[]> {
    return (await this.#readAll()).entries.filter(({ phase }) => phase === 'kept');
  }

  async damaged(): Promise<DamagedEntry[]> {
    return (await this.#readAll()).damaged;
  }

  async read(id: string): Promise<JournalEntry> {
    const text = await this.#text(id);
    const parsed = parseEntry(text, id);
    if ('entry' in parsed) return this.#newest(parsed.entry);
    throw new LatchkeyError('file-unreadable', texts.theJournalEntryCannotBe(this.#path(id), parsed.reason), {
      hint: texts.itIsLeftAsIt,
    });
  }

  async create(
    draft: Omit<JournalEntry, 'schema' | 'id' | 'createdAt' | 'owner' | 'statements'>,
  ): Promise<JournalRecord> {
    const id = this.#newId();
    const at = this.self.now().toISOString();
    await this.#files.makeFolder(this.folder);
    const lock = await takeEntryLock(this.#lockPath(id), this.self, this.#files, this.#newId, null);
    const record = new EntryRecord(
      {
        ...draft,
        schema: journalSchemaName,
        id,
        createdAt: at,
        owner: { pid: this.self.pid, bootId: this.self.bootId, heartbeatAt: at },
        statements: [],
      },
      this.#context(id, lock),
    );
    try {
      await this.#spare(id).reserve(record.entry);
      await record.advance(() => undefined);
    } catch (error) {
      // Nobody else knows the id.
      await this.#spare(id)
        .remove()
        .catch(() => undefined);
      await lock.remove().catch(() => undefined);
      throw error;
    }
    this.#inHand += 1;
    return record;
  }

  async take(id: string): Promise<JournalRecord> {
    const owner = (await this.read(id)).owner;
    const lock = await takeEntryLockIfWritable(
      this.#lockPath(id),
      this.self,
      this.#files,
      this.#newId,
      owner,
    );
    try {
      // Read again: until now another process may have worked on it.
      const entry = await this.read(id);
      const record = new EntryRecord(entry, this.#context(id, lock));
      this.#inHand += 1;
      return record;
    } catch (error) {
      const gone = error instanceof LatchkeyError && error.code === 'not-found';
      await (gone ? lock.remove() : lock.release()).catch(() => undefined);
      throw error;
    }
  }

  async discard(id: string): Promise<void> {
    await (await this.take(id)).remove();
  }

  #path(id: string): string {
    return join(this.folder, `${id}.json`);
  }

  #lockPath(id: string): string {
    return join(this.folder, `${id}.lock`);
  }

  #spare(id: string): Spare {
    return new Spare(join(this.folder, id), this.#files);
  }

  /** What a restore noted while the disk took nothing else is newer than the entry's own file. */
  async #newest(entry: JournalEntry): Promise<JournalEntry> {
    const spare = await this.#spare(entry.id).read();
    return spare?.id === entry.id ? (newer(entry, spare) ?? entry) : entry;
  }

  #context(id: string, lock: EntryLock): RecordContext {
    const spare = this.#spare(id);
    const letGo = () => {
      this.#inHand -= 1;
    };
    return {
      folder: this.folder,
      path: this.#path(id),
      self: this.self,
      files: this.#files,
      lock,
      spare,
      letGo,
    };
  }

  async #text(id: string): Promise<string> {
    // Ids come from the command line too; they must not lead out of the folder.
    const text = /^[\w-]+$/.test(id) ? await this.#files.read(this.#path(id)) : null;
    if (text === null) throw new LatchkeyError('not-found', texts.thereIsNoJournalEntry(id));
    return text;
  }

  async #readAll(): Promise<{ entries: JournalEntry[]; damaged: DamagedEntry[] }> {
    const entries: JournalEntry[] = [];
    const damaged: DamagedEntry[] = [];
    for (const name of await this.#files.names(this.folder)) {
      if (!name.endsWith('.json')) continue;
      const path = join(this.folder, name);
      const text = await this.#files.read(path);
      if (text === null) continue;
      const parsed = parseEntry(text, name.slice(0, -'.json'.length));
      if ('entry' in parsed) entries.push(await this.#newest(parsed.entry));
      else damaged.push({ path, reason: parsed.reason });
    }
    entries.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    return { entries, damaged };
  }
}

interface RecordContext {
  folder: string;
  path: string;
  self: Process;
  files: JournalFiles;
  lock: EntryLock;
  spare: Spare;
  /** The entry is no longer in hand; called once. */
  letGo: () => void;
}

class EntryRecord implements JournalRecord {
  #entry: JournalEntry;
  readonly #context: RecordContext;
  #tail: Promise<unknown> = Promise.resolve();
  #inHand = true;

  constructor(entry: JournalEntry, context: RecordContext) {
    this.#entry = entry;
    this.#context = context;
  }

  get entry(): JournalEntry {
    return this.#entry;
  }

  advance(change: (entry: JournalEntry) => void, room?: 'reserved'): Promise<void> {
    return this.#inTurn(async () => {
      const { self } = this.#context;
      const owner = { pid: self.pid, bootId: self.bootId, heartbeatAt: self.now().toISOString() };
      change(this.#entry);
      this.#entry = { ...this.#entry, owner };
      await this.#write(room);
    });
  }

  remove(): Promise<void> {
    return this.#last(async () => {
      const { files, path, folder, lock, spare } = this.#context;
      if (!(await lock.held())) return;
      await files.remove(path);
      await files.syncFolder(folder);
      await spare.remove();
      await lock.remove();
    });
  }

  release(): Promise<void> {
    return this.#last(async () => {
      this.#entry = { ...this.#entry, owner: null };
      try {
        await this.#write('reserved');
      } finally {
        await this.#context.lock.release();
      }
    });
  }

  async #write(room?: 'reserved'): Promise<void> {
    const { files, path, folder, lock, spare } = this.#context;
    if (!(await lock.held())) {
      throw new LatchkeyError('busy', texts.anotherLatchkeyHasTakenOver, {
        hint: texts.thisProcessWasStoppedFor,
      });
    }
    this.#entry = { ...this.#entry, revision: (this.#entry.revision ?? 0) + 1 };
    const draft = `${path}.new`;
    try {
      await files.write(draft, `${JSON.stringify(this.#entry, null, 2)}\n`);
      await files.rename(draft, path);
      await files.syncFolder(folder);
    } catch (error) {
      // What is half written would keep its blocks.
      if (isUnwritable(error)) await files.remove(draft).catch(() => undefined);
      if (room !== 'reserved' || !isUnwritable(error)) throw error;
      if (!(await spare.write(this.#entry))) throw error;
    }
  }

  /** What lets the entry go, whether it succeeds or not. */
  #last(act: () => Promise<void>): Promise<void> {
    return this.#inTurn(act).finally(() => {
      if (this.#inHand) this.#context.letGo();
      this.#inHand = false;
    });
  }

  /** Heartbeat and work write one after the other. */
  #inTurn(act: () => Promise<void>): Promise<void> {
    const result = this.#tail.then(act, act);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}

function parseEntry(text: string, id: string): { entry: JournalEntry } | { reason: string } {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return {
      reason:
        text.trim() === ''
          ? 'it is empty'
          : `it is not JSON (${error instanceof Error ? error.message : error})`,
    };
  }
  const schema: unknown =
    typeof document === 'object' && document !== null ? Reflect.get(document, 'schema') : null;
  if (schema !== journalSchemaName) {
    return { reason: `its schema is ${JSON.stringify(schema)}, not "${journalSchemaName}"` };
  }
  const parsed = journalEntrySchema.safeParse(document);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}` };
  }
  if (parsed.data.id !== id) return { reason: `it is the entry "${parsed.data.id}" under another name` };
  return { entry: parsed.data };
}
