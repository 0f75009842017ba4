import { snapshotParts } from '../../../src/engine/snapshots/import-parts';
import { importText } from '../../../src/files/import';

/** What a text is read as, without a declaration of its host. */
export function importPaste(text: string): ReturnType<typeof importText> {
  return importText(
    { text, keepLiterals: false, declaredHost: {} },
    {
      id: '0b3e2a52-6a67-4f0e-9d53-3f3a2f0c9a11',
      createdBy: 'test',
      now: new Date('2026-11-22T12:00:00Z'),
      parts: snapshotParts,
      signal: new AbortController().signal,
      report: () => undefined,
    },
  );
}
