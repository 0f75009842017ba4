import { promisify } from 'node:util';
import { createGunzip, gunzipSync, gzip } from 'node:zlib';
import { LatchkeyError } from '../../shared/base/error';
import { fileSizes } from '../../shared/base/file-sizes';
import { JsonBudget, type JsonLimits, JsonRefused } from '../../shared/base/json-budget';
import type { Snapshot } from '../../shared/snapshot';
import { readableJson } from './readable-json';
import { texts } from './texts';

/**
 * What a snapshot may hold. Of real ones, the largest parts are samples (24 hours at 1 s: 90 MB of text), the largest
 * texts those of statements and of InnoDB's status (1 MB), the largest sections tables of digests and of histograms.
 */
export const snapshotLimits: JsonLimits = {
  textBytes: fileSizes.snapshot,
  partBytes: { sections: 20 * 1024 ** 2 },
  memberBytes: {
    sections: 48 * 1024 ** 2,
    samples: fileSizes.snapshot,
    statements: 48 * 1024 ** 2,
    trigger: 32 * 1024 ** 2,
    history: 32 * 1024 ** 2,
  },
  otherBytes: 4 * 1024 ** 2,
  memberMemory: { sections: 64 * 1024 ** 2, statements: 96 * 1024 ** 2 },
  parts: 20_000,
  stringBytes: 4 * 1024 ** 2,
  nameBytes: 64 * 1024,
  depth: 24,
  memoryBytes: 224 * 1024 ** 2,
};

/** Packs a snapshot so that it is read again: gzip of its JSON, so that `zcat FILE | jq` works. @throws JsonRefused */
export async function packSnapshot(snapshot: Snapshot, limits: JsonLimits = snapshotLimits): Promise<Buffer> {
  return promisify(gzip)(readableJson(snapshot, limits));
}

/**
 * The JSON document in the bytes of a `.lks` file, gzip or plain. `file` names it in messages. Nothing is known of
 * the document's shape yet. Throws `not-a-snapshot`, `snapshot-truncated` or `snapshot-corrupt`.
 */
export async function unpackDocument(
  bytes: Uint8Array,
  file: string,
  limits: JsonLimits = snapshotLimits,
): Promise<unknown> {
  if (bytes.length === 0) {
    throw new LatchkeyError('not-a-snapshot', texts.isNotALatchkeySnapshot(file, texts.theFileIsEmpty), {
      hint: texts.theCopyOrTheDownload,
    });
  }
  const budget = new JsonBudget(limits);
  if (isGzip(bytes)) {
    const small = smallText(bytes, limits);
    if (small !== null) return parseJson(small.text, file, 'compressed', small.budget);
    return parseJson(await gunzip(bytes, file, budget), file, 'compressed', budget);
  }
  const kind = knownKind(bytes);
  if (kind !== null) {
    throw new LatchkeyError('not-a-snapshot', texts.isNotALatchkeySnapshot(file, texts.itIs(kind)), {
      hint: texts.anotherToolsFiles,
    });
  }
  if (!looksLikeJson(bytes)) {
    throw new LatchkeyError('not-a-snapshot', texts.isNotALatchkeySnapshot(file, texts.itIsNeitherGzipNor), {
      hint: texts.anotherToolsFiles,
    });
  }
  spend(budget, bytes, file);
  return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), file, 'plain', budget);
}

/** Counts a piece of text. `head`: the first piece. @throws LatchkeyError not-a-snapshot where it passes the limits */
function spend(budget: JsonBudget, piece: Uint8Array, file: string, head: Uint8Array = piece): void {
  try {
    budget.push(piece);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    const kind = knownKind(head) ?? (looksLikeJson(head) ? null : 'not JSON');
    if (kind !== null) {
      throw new LatchkeyError(
        'not-a-snapshot',
        texts.isNotALatchkeySnapshot(file, texts.theCompressedDataIs(kind)),
        {
          hint: texts.anotherToolsFiles,
          cause: error,
        },
      );
    }
    throw new LatchkeyError('not-a-snapshot', texts.isNotALatchkeySnapshot(file, `it ${error.message}`), {
      hint: texts.noSnapshotThatLatchkeyWrites,
      cause: error,
    });
  }
}

/** RFC 1952: 1f 8b. A file cut after its first byte still counts, so that it is called truncated. */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && (bytes.length === 1 || bytes[1] === 0x8b);
}

const signatures: readonly { text: string; at: number; kind: string }[] = [
  { text: 'PK\u0003\u0004', at: 0, kind: 'a ZIP archive' },
  { text: 'SQLite format 3\0', at: 0, kind: 'an SQLite database' },
  { text: '\u00fd7zXZ\0', at: 0, kind: 'an xz archive' },
  { text: '(\u00b5/\u00fd', at: 0, kind: 'a zstd archive' },
  { text: 'BZh', at: 0, kind: 'a bzip2 archive' },
  { text: 'ustar', at: 257, kind: 'a tar archive' },
  { text: '%PDF', at: 0, kind: 'a PDF document' },
  { text: '<!doctype html', at: 0, kind: 'an HTML page' },
  { text: '<html', at: 0, kind: 'an HTML page' },
];

/** What the bytes are instead of a snapshot, where that is easily recognised. */
function knownKind(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1').toLowerCase();
  return signatures.find(({ text, at }) => head.startsWith(text.toLowerCase(), at))?.kind ?? null;
}

function looksLikeJson(bytes: Uint8Array): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?[\t\n\r ]*[{["tfn\d-]/.test(
    Buffer.from(bytes.subarray(0, 64)).toString('latin1'),
  );
}

/** A light snapshot, packed and unpacked, is smaller: 140 KB and 2 MB. */
const smallBytes = 512 * 1024;
const smallTextBytes = 8 * 1024 ** 2;

/**
 * The text of a small file in one go, which takes half of the time of a stream. null: it is large, or something is wrong with
 * it, which the stream says more of.
 */
function smallText(bytes: Uint8Array, limits: JsonLimits): { text: Buffer; budget: JsonBudget } | null {
  if (bytes.length > smallBytes) return null;
  const budget = new JsonBudget(limits);
  try {
    const text = gunzipSync(bytes, { maxOutputLength: smallTextBytes, chunkSize: 256 * 1024 });
    budget.push(text);
    return { text, budget };
  } catch {
    return null;
  }
}

/** So far the packing of a refused text is looked at: damage makes nonsense of any text, and is its true reason. */
const damageLookBytes = 16 * 1024 ** 2;

/** Every piece is counted before the next one is unpacked. */
function gunzip(bytes: Uint8Array, file: string, budget: JsonBudget): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stream = createGunzip({ chunkSize: 64 * 1024 });
    const chunks: Buffer[] = [];
    let length = 0;
    let refused: { error: unknown; at: number } | null = null;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (refused !== null) {
        if (length < refused.at + damageLookBytes) return;
        stream.destroy();
        reject(refused.error);
        return;
      }
      try {
        spend(budget, chunk, file, chunks[0]);
        chunks.push(chunk);
      } catch (error) {
        refused = { error, at: length };
        chunks.length = 0;
      }
    });
    stream.on('error', (error: Error & { code?: string }) => {
      if (refused !== null && error.code === 'Z_BUF_ERROR') reject(refused.error);
      else reject(gzipError(error, file, bytes.length, stream.bytesWritten, length));
    });
    stream.on('end', () => {
      if (refused === null) resolve(Buffer.concat(chunks.splice(0), length));
      else reject(refused.error);
    });
    stream.end(bytes);
  });
}

/** zlib gives Z_BUF_ERROR when the data ends early and Z_DATA_ERROR when it cannot be right (zlib manual, inflate). */
function gzipError(
  error: Error & { code?: string },
  file: string,
  size: number,
  read: number,
  unpacked: number,
): LatchkeyError {
  if (error.code === 'Z_BUF_ERROR') {
    return new LatchkeyError('snapshot-truncated', texts.isTruncatedAtByteOf(file, size, unpacked), {
      hint: texts.theCopyTheDownloadOr,
      cause: error,
    });
  }
  return new LatchkeyError(
    'snapshot-corrupt',
    texts.isCorruptNearByteOf(file, error.message, Math.min(read, size), size),
    { hint: texts.copyTheFileAgainIn, cause: error },
  );
}

function parseJson(text: Buffer, file: string, packing: 'compressed' | 'plain', budget: JsonBudget): unknown {
  const json = text.toString('utf8').replace(/^\ufeff/, '');
  try {
    return JSON.parse(json);
  } catch (error) {
    const inside = packing === 'compressed' ? texts.theCompressedDataIs : texts.itIs;
    const kind = knownKind(text);
    if (kind !== null) {
      throw new LatchkeyError('not-a-snapshot', texts.isNotALatchkeySnapshot(file, inside(kind)), {
        hint: texts.anotherToolsFiles,
        cause: error,
      });
    }
    if (!json.includes('"latchkey/snapshot/')) {
      throw new LatchkeyError('not-a-snapshot', texts.isNotALatchkeySnapshot(file, inside(texts.notJson)), {
        hint: texts.anotherToolsFiles,
        cause: error,
      });
    }
    if (budget.open) {
      throw new LatchkeyError('snapshot-truncated', texts.isTruncatedAtByteOfIts(file, text.length), {
        hint: texts.theCopyTheDownloadOr,
        cause: error,
      });
    }
    throw new LatchkeyError('snapshot-corrupt', texts.isCorruptItsJsonCannot(file), {
      hint: texts.fetchTheFileAgain,
      cause: error,
    });
  }
}
