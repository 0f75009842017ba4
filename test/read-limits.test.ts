import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Files of the sources that read files otherwise than by `readWholeFile`, each with what bounds what is read. */
const others: Readonly<Record<string, string>> = {
  'src/files/read-file.ts': 'reads at most what a kind of file may have (src/shared/base/file-sizes.ts)',
  'src/server/connect/handshake/small-file.ts': 'keys and certificates: reads at most fileSizes.key',
  'src/files/import/source/folder-source.ts': 'in pieces, which the budget of an import counts',
  'src/files/atomic-write.ts': 'writes',
  'src/server/machine/machine.ts': 'the first bytes, as many as each caller wants',
  'src/server/collect/collectors/server/error-log.ts': 'the last 128 KiB',
  'src/cli/output-file.ts': 'the first 4 KiB',
  'src/server/change/journal/owner.ts': 'the kernel: one line',
  'src/server/change/journal/journal-files.ts': "Latchkey's own: a journal must be read whatever it holds",
  'src/engine/report.ts': "Latchkey's own: the client of the report",
  'src/engine/base/boot-id.ts': 'the kernel: one line',
  'src/files/rules/built-rules.ts': "Latchkey's own: the rules as they were built",
  'src/main/app-protocol.ts': "Latchkey's own: the page",
  'src/main/secrets/secret-vault.ts': "Latchkey's own: sealed passwords",
  'src/main/window/window-state.ts': "Latchkey's own: the place of the window",
  'src/main/recent-files.ts': "Latchkey's own: ten paths",
};

/** What opens a file, or reads all of it. */
const opening = new Set(['readFile', 'readFileSync', 'createReadStream', 'open', 'openSync', 'openAsBlob']);

/** Whether a source takes such a function, or the whole module, from Node. */
function opens(text: string): boolean {
  const imports = text.matchAll(/^import ([^;]*?) from 'node:fs(?:\/promises)?';/gm);
  return [...imports].some(([, names = '']) =>
    names.startsWith('{')
      ? names.split(/[{},\s]+/).some((name) => opening.has(name))
      : !names.startsWith('type '),
  );
}

test('no file is read without a limit: what does not go through readWholeFile has a reason here', () => {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => opens(readFileSync(join(root, file), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(others).sort());
});
