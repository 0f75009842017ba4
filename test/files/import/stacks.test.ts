import { expect, test } from 'vitest';
import { factCatalog } from '../../../src/analysis/facts/catalog';
import { FactSet } from '../../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../../src/analysis/facts/inputs/observed';
import { folderOf, runImport } from './run-import';

const report = `# Samples: 4K of event 'cycles'
#
# Overhead  Command     Shared Object  Symbol
# ........  ..........  .............  .........................
#
    45.50%  connection  mysqld         [.] ut_delay
     3.25%  connection  libc.so.6      [.] __memmove_avx_unaligned_erms
`;
const pmp = `     12 poll,vio_io_wait,do_command,start_thread
      3 ut_delay,row_search_mvcc,start_thread
      2 pread,os_file_read_func,buf_read_page,row_search_mvcc
`;

test.each([
  ['perf report --stdio', report, 'cpu', /spin/],
  ['pt-pmp', pmp, 'threads', /one after the other/],
])(
  'the output of %s becomes the section of stacks, and the analysis reads it',
  async (_tool, text, basis, meaning) => {
    const folder = await folderOf({
      'variables.txt': 'Variable_name\tValue\nversion\t8.0.36\nmax_connections\t151\n',
      'profile.txt': text,
    });
    const { snapshot, outcome } = await runImport(folder);
    expect(outcome.files.find(({ path }) => path.endsWith('profile.txt'))).toMatchObject({ outcome: 'used' });
    const section = snapshot.sections.stacks;
    expect(section?.status).toBe('ok');
    expect(section?.data?.end?.table?.rows[0]?.[0]).toBe(basis);
    const facts = new FactSet(new Observed(snapshot), factCatalog());
    const top = facts.reading('stack_top');
    expect(top.known && String(top.value)).toMatch(meaning);
    const share = facts.reading('stack_top_share');
    expect(share.known && Number(share.value)).toBeGreaterThan(0.3);
  },
);

test('a profile alone is enough to open', async () => {
  const { snapshot } = await runImport(await folderOf({ 'pmp.txt': pmp }));
  expect(snapshot.sections.stacks?.status).toBe('ok');
});
