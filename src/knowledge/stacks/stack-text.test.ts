import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stackTable, summariseStacks } from './stack-section';
import { StackCounter, type StackFormat, stackFormat, stackReader } from './stack-text';

function read(text: string) {
  const format = stackFormat(text);
  if (format === null) throw new Error('not recognised');
  const counter = new StackCounter();
  const reader = stackReader(format, counter);
  for (const line of text.split('\n')) reader.push(line);
  reader.end();
  return { format, stacks: counter.stacks() };
}

const report = `# To display the perf.data header info, please use --header/--header-only options.
#
# Samples: 4K of event 'cpu-clock:pppH'
# Event count (approx.): 41000000000
#
# Children      Self  Command          Shared Object        Symbol
# ........  ........  ...............  ...................  ..........................
#
    61.20%     0.10%  connection       mysqld               [.] do_command
            |
            |--40.00%--dispatch_command
            |          mysql_parse

    32.05%    31.95%  connection       mysqld               [.] ut_delay
     8.01%     7.50%  ib_pg_flush-1    [kernel.kallsyms]    [k] __lock_text_start
`;
const plainReport = `# Overhead  Command  Shared Object     Symbol
    45.50%  mysqld   mysqld            [.] row_search_mvcc
     3.25%  mysqld   libc.so.6         [.] __memmove_avx_unaligned_erms
`;
const script = `connection 12345/12399  1000.123456:   10101010 cpu-clock:pppH:
\t    55d0c0ffee00 ut_delay+0x1f (/usr/sbin/mysqld)
\t    55d0c0ffee10 rw_lock_s_lock_spin(rw_lock_t*, unsigned long)+0x5 (/usr/sbin/mysqld)
\t    55d0c0ffee20 row_search_mvcc (/usr/sbin/mysqld)

connection 12400  1000.133456:   10101010 cpu-clock:pppH:
\t    7f00c0ffee00 [unknown] ([vdso])

`;
const folded = `mysqld;start_thread;handle_connection;row_search_mvcc;ut_delay 40
mysqld;start_thread;handle_connection;MYSQLparse 2
`;
const pmp = `Sat Nov 21 06:30:45 UTC 2026
     12 __GI___poll(poll.c:29),vio_io_wait(viosocket.cc:806),do_command(sql_parse.cc:1000),start_thread
      3 ut_delay,std::map<int,long>::find,row_search_mvcc,start_thread
      1 __io_getevents_0_4(libaio.so.1),LinuxAIOHandler::collect,os_aio_handler
`;
const gdb = `Thread 2 (Thread 0x7f00 (LWP 12)):
#0  0x00007f0011112222 in poll () from /lib64/libc.so.6
#1  0x0000000000abcdef in vio_io_wait (vio=0x1) at viosocket.cc:806

Thread 1 (LWP 11):
#0  ut_delay (delay=6) at ut0ut.cc:12
#1  0x0000000000abcdef in row_search_mvcc (buf=0x0) at row0sel.cc:4500
`;

describe('stacks in the texts of profilers', () => {
  test('perf report: the own share of each function, with and without children', () => {
    expect(read(report)).toEqual({
      format: 'perf-report',
      stacks: [
        { count: 3195, frames: ['ut_delay'] },
        { count: 750, frames: ['__lock_text_start'] },
        { count: 10, frames: ['do_command'] },
      ],
    });
    expect(read(plainReport).stacks[0]).toEqual({ count: 4550, frames: ['row_search_mvcc'] });
  });

  test('perf script, folded stacks, pt-pmp and gdb: innermost function first, equal stacks counted', () => {
    expect(read(script + script)).toMatchObject({
      format: 'perf-script',
      stacks: [
        {
          count: 2,
          frames: ['ut_delay', 'rw_lock_s_lock_spin(rw_lock_t*, unsigned long)', 'row_search_mvcc'],
        },
        { count: 2, frames: ['[unknown]'] },
      ],
    });
    expect(read(folded)).toMatchObject({
      format: 'folded',
      stacks: [
        { count: 40, frames: ['ut_delay', 'row_search_mvcc', 'handle_connection', 'start_thread'] },
        { count: 2 },
      ],
    });
    expect(read(pmp)).toMatchObject({
      format: 'pmp',
      stacks: [
        { count: 12 },
        { count: 3, frames: ['ut_delay', 'std::map<int,long>::find', 'row_search_mvcc', 'start_thread'] },
        { count: 1 },
      ],
    });
    expect(read(gdb)).toMatchObject({
      format: 'gdb',
      stacks: [
        { count: 1, frames: ['poll', 'vio_io_wait'] },
        { count: 1, frames: ['ut_delay', 'row_search_mvcc'] },
      ],
    });
  });

  test.each([
    ['a status', 'Variable_name\tValue\nUptime\t12\nThreads_running\t2\n'],
    ['an option file', '[mysqld]\ninnodb_buffer_pool_size = 1G\n'],
    ['a slow log', '# Time: 2026-11-21T06:30:45Z\n# Query_time: 1.0\nSELECT 1, 2;\n'],
    ['prose', 'Nothing, but words, here; and 12 of them\n'],
    ['diskstats', '   8       0 sda 11 1 22 33 44 2 55 66 0 77 88\n'],
    ['nothing', ''],
  ])('%s is not taken for stacks', (_what, text) => {
    expect(stackFormat(text)).toBeNull();
  });

  test('any text is read without failing', () => {
    const formats: StackFormat[] = ['perf-report', 'perf-script', 'folded', 'pmp', 'gdb'];
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.array(fc.string({ unit: 'binary' })), (format, lines) => {
        const counter = new StackCounter();
        const reader = stackReader(format, counter);
        for (const line of lines) reader.push(line);
        reader.end();
        for (const { count, frames } of counter.stacks()) {
          expect(count).toBeGreaterThan(0);
          expect(frames.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 40 },
    );
  });
});

test('what the stacks mean: shares of all that are not idle, and how much of it is known', () => {
  const table = stackTable(read(pmp).stacks, 'threads');
  const names = table.columns.map((name) => name.toLowerCase());
  const rows = table.rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])),
  );
  const summary = summariseStacks(rows);
  expect(summary?.basis).toBe('threads');
  expect(summary?.shares.map(({ meaning }) => meaning.kind)).not.toContain('idle');
  expect(summary?.shares[0]).toMatchObject({ meaning: { id: expect.any(String) } });
  expect(summary?.known).toBeLessThanOrEqual(1);
  expect(summariseStacks([])).toBeNull();
});
