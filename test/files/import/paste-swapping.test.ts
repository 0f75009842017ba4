import { describe, expect, test } from 'vitest';
import { analyze } from '../../../src/analysis';
import { snapshotSchema } from '../../../src/shared/snapshot';
import { productRules } from '../../analysis/rule-files';
import { judged } from './judged-paste';
import { importPaste } from './pasted';

// What vmstat and free say of swapping, in the forms in which they are pasted.

const rules = productRules();
const settings = ['innodb_buffer_pool_size 27917287424', 'max_connections 400', ''];
const heading = [
  'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----',
  ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st',
];
const row = (si: number, so: number) =>
  ` 2 11 7293952 219136  12312 896123 ${si} ${so} 18231  9123 8123 9123 12  9 21 58  0`;

async function hostOf(...lines: string[]) {
  const { snapshot } = await importPaste([...lines, ...settings].join('\n'));
  expect(snapshotSchema.safeParse(snapshot).error).toBeUndefined();
  const { findings } = analyze(snapshot, rules, { path: null });
  const { swapInPages, swapOutPages, swapUsed } = snapshot.host;
  return {
    in: swapInPages?.value,
    out: swapOutPages?.value,
    used: swapUsed?.value,
    swaps: findings.some(({ ruleId }) => ruleId === 'host-swaps'),
  };
}

describe('vmstat', () => {
  test('the first row is since the machine started, and does not count beside others', async () => {
    const host = await hostOf('$ vmstat 1 3', ...heading, row(1, 1), row(4000, 400), row(8000, 1200));
    expect(host).toMatchObject({ in: 1500, out: 200, swaps: true });
  });

  test('a part of a page is none', async () => {
    expect(await hostOf(...heading, row(4123, 3912))).toMatchObject({ in: 1031, out: 978 });
  });

  test('one row is an average, too', async () => {
    expect(await hostOf(...heading, row(4000, 400))).toMatchObject({ in: 1000, out: 100, swaps: true });
  });

  test('-S M counts MiB', async () => {
    expect(await hostOf('vmstat -S M 5', ...heading, row(0, 0), row(2, 1))).toMatchObject({
      in: 512,
      out: 256,
    });
  });

  test('newer ones have another column, and headings come again', async () => {
    const newer = heading.map((line) => line.replace(' wa st', ' wa st gu'));
    const rows = [row(0, 0), row(400, 0), ...newer, row(400, 0)].map((line) =>
      line.startsWith(' 2') ? `${line}  0` : line,
    );
    expect(await hostOf(...newer, ...rows)).toMatchObject({ in: 100, out: 0, swaps: true });
  });

  test('a host that does not swap is quiet', async () => {
    expect(await hostOf(...heading, row(0, 0), row(0, 0))).toMatchObject({ in: 0, out: 0, swaps: false });
  });

  test('other numbers are no rows of it', async () => {
    expect(await hostOf('si so', '1 2 3 4 5 6 7 8 9')).toMatchObject({ in: undefined, out: undefined });
  });
});

test.each([
  [
    'free -m',
    [
      'Mem:          32012       30911         214         112         887         498',
      'Swap:          8191        7123        1068',
    ],
    7123 * 1024 ** 2,
  ],
  [
    'free -h',
    [
      'Mem:           31Gi        30Gi       214Mi       112Mi       887Mi       498Mi',
      'Swap:         8.0Gi       7.0Gi       1.0Gi',
    ],
    7 * 1024 ** 3,
  ],
  [
    'free',
    [
      'Mem:       32780288    31652864      219136      114688      908288      509952',
      'Swap:       8387580     7293952     1093628',
    ],
    7293952 * 1024,
  ],
])('%s: what is in swap', async (command, rows, used) => {
  const top = '              total        used        free      shared  buff/cache   available';
  expect((await hostOf(`$ ${command}`, top, ...rows)).used).toBe(used);
});

test.each([
  [
    'no memory available and much in swap, by free alone',
    'Mem:   251  249  1  0  1  1\nSwap:   31  12  19',
    ['memory-used-up'],
  ],
  ['much in swap, and memory free again', 'Mem:   251  180  40  0  31  68\nSwap:   31  12  19', []],
])('%s', async (_, rows, expected) => {
  const { ids } = await judged(
    `free -g\n              total        used        free      shared  buff/cache   available\n${rows}\ninnodb_buffer_pool_size = 200G\nversion 8.0.32\n`,
  );
  expect(ids.filter((id) => id === 'memory-used-up')).toEqual(expected);
});
