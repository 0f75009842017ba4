import path from 'node:path';
import { redactStatement } from '../../evidence/redaction/text/sql-text';
import { LatchkeyError, throwIfCancelled } from '../../shared/base/error';
import { counted } from '../../shared/base/units';
import type {
  ImportedFile,
  ImportOutcome,
  ImportRequest,
  PasteRequest,
  Recognised,
} from '../../shared/import';
import type { ReportProgress } from '../../shared/progress';
import { type Snapshot, sectionRows } from '../../shared/snapshot';
import { assemble, type Found } from './assemble';
import { fileKinds } from './kinds/registry';
import { Budget, BundleRefused, type ImportLimits, importLimits } from './limits';
import type { SnapshotParts } from './parts';
import { wholeList } from './piece';
import type { Entry, SourceContext } from './source/entry';
import { gunzipChunks, isGzip } from './source/gzip';
import { visitSource } from './source/open-source';
import { EntryText } from './text';
import { texts } from './texts';
import { toolOf } from './tools';

export type { SnapshotParts } from './parts';
export type { TimedReading } from './readings';

const reportEveryBytes = 4 * 1024 ** 2;

export interface ImportContext {
  id: string;
  createdBy: string;
  now: Date;
  parts: SnapshotParts;
  signal: AbortSignal;
  report: ReportProgress;
  limits?: ImportLimits;
}

/**
 * Makes a snapshot of files that another tool, or a client, has left: see docs/import.md for what is read. Archives are
 * read in memory, entry by entry; nothing is unpacked to disk and no link is followed. Throws `file-not-found`,
 * `file-unreadable` (also for files of several servers, and for what passes the limits), `usage` or `cancelled`.
 */
export async function importBundle(
  request: ImportRequest,
  context: ImportContext,
): Promise<{ snapshot: Snapshot; outcome: ImportOutcome }> {
  const limits = context.limits ?? importLimits;
  return new ImportRun(request, context, (source) => visitSource(request.path, limits, source)).all();
}

/** Makes a snapshot of a text that was pasted: as of a file that holds it. Throws `file-unreadable`, `usage` or `cancelled`. */
export async function importText(
  { text, ...request }: PasteRequest,
  context: ImportContext,
): Promise<{ snapshot: Snapshot; outcome: ImportOutcome }> {
  // Two pastes need not be of one server: each has a name of its own.
  const name = `pasted ${context.now.toISOString().slice(0, 19)}`;
  const bytes = Buffer.from(text);
  const visit = async (source: SourceContext) => {
    source.onSize(bytes.length);
    await source.visit({
      path: 'pasted text',
      modifiedAt: null,
      async *chunks() {
        source.onBytes(bytes.length);
        yield bytes;
      },
    });
  };
  return new ImportRun({ ...request, path: name }, context, visit).all();
}

class ImportRun {
  readonly #request: ImportRequest;
  readonly #context: ImportContext;
  readonly #visitAll: (source: SourceContext) => Promise<void>;
  readonly #limits: ImportLimits;
  readonly #files: ImportedFile[] = [];
  readonly #found: Found[] = [];
  readonly #remarks: string[] = [];
  readonly #notUnderstood: string[] = [];
  readonly #packedWithin: Budget;
  #bytes = 0;
  #total: number | null = null;
  #reportedBytes = 0;
  #entry = '';
  #failure: LatchkeyError | null = null;

  constructor(
    request: ImportRequest,
    context: ImportContext,
    visitAll: (source: SourceContext) => Promise<void>,
  ) {
    this.#request = request;
    this.#visitAll = visitAll;
    this.#context = context;
    this.#limits = context.limits ?? importLimits;
    this.#packedWithin = new Budget(this.#name, this.#limits);
  }

  get #name(): string {
    return path.basename(path.resolve(this.#request.path));
  }

  async all(): Promise<{ snapshot: Snapshot; outcome: ImportOutcome }> {
    const { signal } = this.#context;
    await this.#visitAll({
      signal,
      onSize: (bytes) => {
        this.#total = bytes;
      },
      onBytes: (bytes) => this.#onBytes(bytes),
      skipped: (file, why) => this.#note(file, null, 'ignored', why),
      visit: (entry) => this.#visit(entry),
    });
    throwIfCancelled(signal);
    if (this.#found.length === 0) throw this.#nothing();
    const tool = toolOf(this.#files.map((file) => file.path));
    const { kept, dropped } = withoutCopies(this.#found, tool);
    const { snapshot, remarks, unused } = assemble(kept, this.#request, {
      id: this.#context.id,
      createdBy: this.#context.createdBy,
      now: this.#context.now,
      name: this.#name,
      tool,
      parts: this.#context.parts,
    });
    const files = this.#files.map((file): ImportedFile => {
      const why = dropped.has(file.path) ? answersAreThere : unused.get(file.path);
      return why === undefined ? file : { ...file, outcome: 'ignored', text: why };
    });
    const recognised = recognisedIn(snapshot, this.#notUnderstood);
    return {
      snapshot,
      outcome: { tool, files, recognised, remarks: [...remarks, ...new Set(this.#remarks)] },
    };
  }

  #onBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes - this.#reportedBytes >= reportEveryBytes) this.#report();
  }

  #report(): void {
    this.#reportedBytes = this.#bytes;
    const note = `Reading ${this.#entry}`;
    this.#context.report({ done: this.#bytes, total: this.#total, phase: 'import', note });
  }

  async #visit(entry: Entry): Promise<void> {
    throwIfCancelled(this.#context.signal);
    this.#entry = entry.path;
    this.#report();
    const { only } = this.#request;
    if (only !== undefined && !entry.path.toLowerCase().includes(only.toLowerCase())) return;
    try {
      await this.#read(entry);
    } catch (error) {
      // One bad file does not keep the others from being read; a limit of the whole ends it all.
      if (
        !(error instanceof LatchkeyError) ||
        error instanceof BundleRefused ||
        error.code !== 'file-unreadable'
      ) {
        throw error;
      }
      this.#failure ??= error;
      this.#note(entry.path, null, 'ignored', error.message);
    }
  }

  async #read(entry: Entry): Promise<void> {
    const { chunks, packed, start } = await this.#unpacked(entry);
    const text = await EntryText.open(chunks, this.#limits);
    try {
      if (text.head === '') return this.#note(entry.path, null, 'ignored', 'it is empty');
      if (start.startsWith('PK\u0003\u0004') || text.head.slice(257, 262) === 'ustar') {
        return this.#note(entry.path, null, 'ignored', 'it is an archive within: import it by itself');
      }
      if (text.head.includes('"latchkey/snapshot/')) {
        return this.#note(
          entry.path,
          null,
          'ignored',
          'it is a Latchkey snapshot: latchkey analyze reads it',
        );
      }
      if (text.binary) return this.#note(entry.path, null, 'ignored', 'it is binary');
      await this.#readText(entry, text, packed ? entry.path.replace(/\.gz$/i, '') : entry.path);
    } finally {
      await text.close();
    }
  }

  async #readText(entry: Entry, text: EntryText, name: string): Promise<void> {
    const kind = fileKinds.find(({ matches }) => matches(text.head, name));
    if (kind === undefined) {
      this.#note(entry.path, null, 'ignored', 'nothing in it is known here');
      return;
    }
    const { signal } = this.#context;
    const keepLiterals = this.#request.keepLiterals;
    const {
      found,
      remarks,
      notUnderstood = [],
    } = await kind.read(
      text,
      name,
      { limits: this.#limits, signal, redactStatement: (sql) => redactStatement(sql, keepLiterals) },
      (piece, how) =>
        this.#found.push({
          path: entry.path,
          modifiedAt: entry.modifiedAt,
          piece,
          pasted: how === 'pasted',
        }),
    );
    if (found.length === 0) this.#note(entry.path, null, 'ignored', 'nothing in it is known here');
    else this.#note(entry.path, kind.title, 'used', found.join(', '));
    this.#remarks.push(...remarks.map((remark) => `${entry.path}: ${remark}`));
    this.#notUnderstood.push(...notUnderstood.slice(0, 100));
  }

  /** A file that is packed by itself, within a folder or archive, is unpacked on the way. */
  async #unpacked(entry: Entry): Promise<{ chunks: AsyncIterable<Buffer>; packed: boolean; start: string }> {
    const rest = entry.chunks()[Symbol.asyncIterator]();
    const first = await rest.next();
    const head = first.done === true ? Buffer.alloc(0) : first.value;
    const chunks = (async function* () {
      try {
        if (head.length > 0) yield head;
        for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
      } finally {
        await rest.return?.();
      }
    })();
    const packed = isGzip(head);
    return {
      chunks: packed ? gunzipChunks(chunks, entry.path, this.#packedWithin) : chunks,
      packed,
      start: head.subarray(0, 4).toString('latin1'),
    };
  }

  #note(file: string, kind: string | null, outcome: ImportedFile['outcome'], text: string): void {
    this.#files.push({ path: file, kind, outcome, text });
  }

  #nothing(): LatchkeyError {
    const given = this.#request.path;
    if (this.#failure !== null && this.#files.length === 1) return this.#failure;
    const [only] = this.#files;
    const why =
      this.#files.length === 0
        ? this.#request.only === undefined
          ? 'it holds no file'
          : `no path in it holds "${this.#request.only}"`
        : only !== undefined && this.#files.length === 1
          ? only.text
          : `${counted(this.#files.length, 'file')}, none of a known kind`;
    return new LatchkeyError('file-unreadable', texts.thereIsNothingToImport(given, why), {
      hint: texts.knownAreShowGlobalVariables,
    });
  }
}

const answersAreThere = 'the answers of the server itself are in another file';
/** Beside a whole list of the server, or in the bundle of a tool, a text with some of the names says nothing more. */
function withoutCopies(
  found: readonly Found[],
  tool: string,
): { kept: readonly Found[]; dropped: Set<string> } {
  const formed = found.filter(({ pasted }) => pasted !== true);
  const whole = new Set<string>(
    formed.flatMap(({ piece }) => ('values' in piece && piece.values.size >= wholeList ? [piece.kind] : [])),
  );
  const isCopy = ({ pasted, piece }: Found) =>
    pasted === true && formed.length > 0 && (tool !== 'client output' || whole.has(piece.kind));
  const kept = found.filter((one) => !isCopy(one));
  const paths = new Set(kept.map(({ path: one }) => one));
  return { kept, dropped: new Set(found.flatMap(({ path: one }) => (paths.has(one) ? [] : [one]))) };
}

function recognisedIn(snapshot: Snapshot, notUnderstood: string[]): Recognised {
  const status = sectionRows(snapshot, 'status').length;
  const ends = snapshot.sections.status?.data?.start === undefined ? 1 : 2;
  return {
    variables: sectionRows(snapshot, 'variables').length,
    status,
    readings: status === 0 ? 0 : (snapshot.samples?.times.length ?? ends),
    uptimeSeconds: snapshot.server.uptimeSeconds,
    notUnderstood: notUnderstood.slice(0, 100),
  };
}
