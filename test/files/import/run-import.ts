import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { snapshotParts } from '../../../src/engine/snapshots/import-parts';
import { importBundle } from '../../../src/files/import';
import { type ImportLimits, importLimits } from '../../../src/files/import/limits';
import type { ImportOutcome, ImportRequest } from '../../../src/shared/import';
import type { Progress } from '../../../src/shared/progress';
import { type Snapshot, sectionRows, snapshotSchema } from '../../../src/shared/snapshot';

export const fixtures = join(import.meta.dirname, 'fixtures');

export interface ImportOptions extends Partial<ImportRequest> {
  limits?: Partial<ImportLimits>;
  signal?: AbortSignal;
  report?: (progress: Progress) => void;
}

/** Imports with the product's own parts, and checks the snapshot against the contract. */
export async function runImport(
  path: string,
  { limits, signal, report, ...request }: ImportOptions = {},
): Promise<{ snapshot: Snapshot; outcome: ImportOutcome }> {
  const { snapshot, outcome } = await importBundle(
    { path, keepLiterals: false, declaredHost: {}, ...request },
    {
      id: '0b3e2a52-6a67-4f0e-9d53-3f3a2f0c9a11',
      createdBy: 'test',
      now: new Date('2026-11-21T12:00:00Z'),
      parts: snapshotParts,
      signal: signal ?? new AbortController().signal,
      report: report ?? (() => undefined),
      limits: { ...importLimits, ...limits },
    },
  );
  return { snapshot: snapshotSchema.parse(snapshot), outcome };
}

/** A name and value section as a map. */
export function values(
  snapshot: Snapshot,
  section: string,
  end: 'start' | 'end' = 'end',
): Map<string, string> {
  return new Map(sectionRows(snapshot, section, end).map(({ name, value }) => [String(name), String(value)]));
}

/** A new folder with these files, among the temporary files of the run. */
export async function folderOf(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-import-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** The files of a fixture, by name. */
export async function filesOf(fixture: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const unpack = extract();
  createReadStream(join(fixtures, fixture)).pipe(createGunzip()).pipe(unpack);
  for await (const entry of unpack) {
    const parts: Buffer[] = [];
    for await (const chunk of entry) if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
    files[entry.header.name] = Buffer.concat(parts).toString('utf8');
  }
  return files;
}
