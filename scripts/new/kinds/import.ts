import { addImport, appendRow, before } from '../edits.ts';
import type { Kind, Names } from '../kind.ts';

export const importKind: Kind = {
  id: 'import',
  title: 'an import kind',
  generated: true,
  steps: [
    {
      path: 'src/files/import/kinds/<id>.ts',
      does: 'create',
      what: 'the kind: what identifies such a file by its first 64 KiB, and what is read from it',
      write: importText,
    },
    {
      path: 'src/files/import/kinds/registry.ts',
      does: 'edit',
      what: 'the import, and its place in `fileKinds`: before those that take nearly any text',
      edit: (text, { id, camel }) =>
        before(addImport(text, `import { ${camel} } from './${id}';`), '  csv,', `  ${camel},\n`),
    },
    {
      path: 'test/files/import/<id>.test.ts',
      does: 'create',
      what: 'what a file gives; a captured one lies in `test/files/import/fixtures`',
      write: testText,
    },
    {
      path: 'test/fuzz/parsers.ts',
      does: 'by hand',
      what: 'its reader, where it parses text of its own: fuzzed with damaged and endless input',
    },
    {
      path: 'docs/import.md',
      does: 'edit',
      what: 'a row of the table of what is read',
      edit: (text, { id }) =>
        appendRow(text, '| What |', `| ${id.replaceAll('-', ' ')} | its first line | memory of the host |`),
    },
  ],
  remarks: [
    'An answer of the server in a form that is read already (table, batch, vertical, CSV) is one entry in `src/files/import/results/registry.ts`, by its columns.',
    'Files are foreign: readers take streams, bound what they keep, and use regular expressions of linear time only (`test/super-linear.test.ts`).',
  ],
  tests: ['test/files/import', 'test/super-linear.test.ts'],
};

function importText({ id, camel, title }: Names): string {
  return `import type { FileKind } from './kind';

/** ${title}: where such files come from. */
export const ${camel}: FileKind = {
  id: '${id}',
  title: '${id.replaceAll('-', ' ')}',
  matches: (head) => head.startsWith('${id} '),
  read: async (text, _name, _context, emit) => {
    const bytes = /^\\S{1,80} (\\d{1,15})$/m.exec(text.head)?.[1];
    if (bytes === undefined) return { found: [], remarks: [] };
    emit({ kind: 'host', memoryBytes: Number(bytes) });
    return { found: ['total memory'], remarks: [] };
  },
};
`;
}

function testText({ id }: Names): string {
  return `import { expect, test } from 'vitest';
import { folderOf, runImport } from './run-import';

test('a file of ${id.replaceAll('-', ' ')} gives the memory of the host', async () => {
  const folder = await folderOf({
    'memory.txt': '${id} 1073741824\\n',
    'variables.tsv': 'Variable_name\\tValue\\nversion\\t8.4.3\\nport\\t3306\\n',
  });
  const { snapshot } = await runImport(folder);
  expect(snapshot.host.memoryBytes).toMatchObject({ value: 1073741824 });
});
`;
}
