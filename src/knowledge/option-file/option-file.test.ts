import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBytes, parseOptionFile, printOptionFile, readGroup, setOption, toBytes } from './index';

/** Excerpt of the configuration published with the benchmarks of 2013: sort_buffer_size stands in it twice. */
const benchmark2013 = `[mysqld]
 max_connections = 4000
 key_buffer_size = 200M
 sort_buffer_size = 2097152
 query_cache_type = 0

# files
 innodb_file_per_table
 table_open_cache = 8000

# buffers
 innodb_buffer_pool_size = 32000M   # half of the machine
 join_buffer_size = 32K
 sort_buffer_size = 32K

[client]
 socket = /tmp/s
`;

const read = (text: string, ...groups: string[]) =>
  Object.fromEntries(readGroup(parseOptionFile(text), groups));
const change = (text: string, name: string, value: string | null, ...also: string[]) =>
  printOptionFile(setOption(parseOptionFile(text), 'mysqld', name, value, ['mysqld', ...also]));

describe('reading', () => {
  test('the last of two wins', () => {
    expect(read(benchmark2013, 'mysqld')).toMatchObject({ sort_buffer_size: '32K', max_connections: '4000' });
  });

  test('an option without a value has an empty one', () => {
    expect(read(benchmark2013, 'mysqld').innodb_file_per_table).toBe('');
  });

  test('dashes are underscores, group names have no case', () => {
    expect(read('[MySQLd]\ninnodb-buffer-pool-size=1G\n', 'mysqld')).toEqual({
      innodb_buffer_pool_size: '1G',
    });
  });

  test('groups are read together, in the order of the file', () => {
    const text = '[server]\nport=1\n[mysqld]\nport=2\n[client]\nport=3\n[server]\nport=4\n';
    expect(read(text, 'mysqld', 'server')).toEqual({ port: '4' });
  });

  test.each([
    ['a = b # c', 'b'],
    ['a = b#c', 'b'],
    ['a = "b # c" # d', 'b # c'],
    ["a = 'it''s'", "it''s"],
    ['a = "x\\"y"', 'x"y'],
    ['a = C:\\\\data', 'C:\\data'],
    ['a = one\\stwo\\tthree', 'one two\tthree'],
    ['a = \\q', '\\q'],
    ['a = "open', '"open'],
    ['a =', ''],
    ['a==b', '=b'],
    ['a = b ; c', 'b ; c'],
    ['a = "  kept  "   ', '  kept  '],
  ])('%s is %j', (line, value) => {
    expect(read(`[mysqld]\n${line}\r\n`, 'mysqld')).toEqual({ a: value });
  });

  test('prefixes: loose is dropped, skip and disable disable, enable on', () => {
    const text =
      '[mysqld]\nloose-a=1\nskip-innodb-doublewrite\ndisable_log_bin\nenable-b\nskip-name-resolve\n';
    expect(read(text, 'mysqld')).toEqual({
      a: '1',
      innodb_doublewrite: '0',
      log_bin: '0',
      b: '1',
      skip_name_resolve: '',
    });
  });

  test('what stands before any group, or in a broken group line, is no option', () => {
    expect(read('a=1\n[mysqld\nb=2\n', 'mysqld')).toEqual({});
  });

  test('includes are listed', () => {
    const file = parseOptionFile('!include /etc/my.cnf.d/a.cnf\n[mysqld]\n!includedir /etc/mysql/conf.d/\n');
    expect(file.lines.filter((line) => line.kind === 'include')).toMatchObject([
      { directory: false, path: '/etc/my.cnf.d/a.cnf' },
      { directory: true, path: '/etc/mysql/conf.d/' },
    ]);
  });
});

describe('editing', () => {
  test('the last effective line is edited in place, its old value stays as a comment; nothing else moves', () => {
    expect(change(benchmark2013, 'sort_buffer_size', '256K')).toBe(
      benchmark2013.replace(' sort_buffer_size = 32K', '#  sort_buffer_size = 32K\n sort_buffer_size = 256K'),
    );
  });

  test('a comment behind the value stays', () => {
    expect(change(benchmark2013, 'innodb_buffer_pool_size', '8G')).toBe(
      benchmark2013.replace(
        / innodb_buffer_pool_size.*/,
        '#  innodb_buffer_pool_size = 32000M   # half of the machine\n innodb_buffer_pool_size = 8G   # half of the machine',
      ),
    );
  });

  test('spelling and spacing stay; a new value that needs quotes gets them', () => {
    expect(change('[mysqld]\ninit-connect=x\n', 'init_connect', 'SET a = "#"')).toBe(
      '[mysqld]\n# init-connect=x\ninit-connect="SET a = \\"#\\""\n',
    );
  });

  test('a disabled form becomes the plain option', () => {
    expect(change('[mysqld]\nskip-innodb-doublewrite\n', 'innodb_doublewrite', 'ON')).toBe(
      '[mysqld]\n# skip-innodb-doublewrite\ninnodb_doublewrite = ON\n',
    );
  });

  test('a new option goes beside its relatives, in their manner', () => {
    expect(change(benchmark2013, 'innodb_io_capacity', '2000')).toBe(
      benchmark2013.replace('machine\n', 'machine\n innodb_io_capacity = 2000\n'),
    );
    expect(change(benchmark2013, 'table_definition_cache', '2000')).toBe(
      benchmark2013.replace('= 8000\n', '= 8000\n table_definition_cache = 2000\n'),
    );
  });

  test('without relatives it goes behind the last option of the section', () => {
    expect(change(benchmark2013, 'thread_cache_size', '64')).toBe(
      benchmark2013.replace(
        ' sort_buffer_size = 32K\n',
        ' sort_buffer_size = 32K\n thread_cache_size = 64\n',
      ),
    );
  });

  test('what is included after the relatives could win, so the new option goes behind it', () => {
    expect(change('[mysqld]\ninnodb_a=1\n!include /x.cnf\n', 'innodb_b', '2')).toBe(
      '[mysqld]\ninnodb_a=1\n!include /x.cnf\ninnodb_b = 2\n',
    );
  });

  test.each(['8G', '8589934592', '8192m'])('a file that says %s already is not touched', (value) => {
    const text = '[mysqld]\ninnodb_buffer_pool_size = 8G\n';
    expect(change(text, 'innodb_buffer_pool_size', value)).toBe(text);
  });

  test('setting the old value again, and setting again what was taken out, give the old file', () => {
    const changed = change(benchmark2013, 'innodb_buffer_pool_size', '8G');
    expect(change(changed, 'innodb_buffer_pool_size', '32000M')).toBe(benchmark2013);
    const without = change(benchmark2013, 'table_open_cache', null);
    expect(without).not.toBe(benchmark2013);
    expect(change(without, 'table_open_cache', '8000')).toBe(benchmark2013);
  });

  test('every form of the name is found', () => {
    for (const written of ['innodb-io_capacity', 'loose-innodb-io-capacity']) {
      expect(change(`[mysqld]\n${written}=1\n`, 'innodb_io_capacity', '2')).toBe(
        `[mysqld]\n# ${written}=1\n${written}=2\n`,
      );
    }
    expect(change('[mysqld]\nmaximum-sort-buffer-size=1\n', 'sort_buffer_size', '2')).toBe(
      '[mysqld]\nmaximum-sort-buffer-size=1\nsort_buffer_size=2\n',
    );
  });

  test('bytes that are not UTF-8, a byte-order mark and NUL stay as they are', () => {
    const bytes = '\xef\xbb\xbf# gr\xf6\xdf\0er\r\n[mysqld]\r\na = \xe0 # \xc3\xa0\r\nb=1';
    const file = setOption(parseOptionFile(fromBytes(bytes)), 'mysqld', 'b', '2');
    expect(toBytes(printOptionFile(file))).toBe(`${bytes.slice(0, -3)}# b=1\r\nb=2`);
  });

  test('the last section of the group is taken when there are several', () => {
    expect(change('[mysqld]\na=1\n[client]\nb=2\n[mysqld]\n', 'c', '3')).toBe(
      '[mysqld]\na=1\n[client]\nb=2\n[mysqld]\nc = 3\n',
    );
  });

  test('without the group a section is added', () => {
    expect(change('[client]\nport=1', 'a', '2')).toBe('[client]\nport=1\n\n[mysqld]\na = 2\n');
    expect(change('', 'a', '2')).toBe('[mysqld]\na = 2\n');
  });

  test('a later group that the server reads too is where the edit belongs', () => {
    expect(change('[mysqld]\na=1\n[server]\na=2\n', 'a', '3', 'server')).toBe(
      '[mysqld]\na=1\n[server]\n# a=2\na=3\n',
    );
  });

  test('line endings of Windows are kept', () => {
    expect(change('[mysqld]\r\na=1\r\n', 'b', '2')).toBe('[mysqld]\r\na=1\r\nb=2\r\n');
  });

  test('taking out turns every line that sets it into a comment', () => {
    expect(change('[mysqld]\na=1\n a = 2 # why\n', 'a', null)).toBe('[mysqld]\n# a=1\n#  a = 2 # why\n');
  });

  test('taking out what is not there changes nothing', () => {
    expect(change(benchmark2013, 'innodb_io_capacity', null)).toBe(benchmark2013);
  });
});

describe('for any text', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '[mysqld]',
      '[client]',
      '[server]',
      '# note',
      '; note',
      '',
      '!include /x',
      '[broken',
      '!',
    ),
    fc.constantFrom('a = 1', 'a-b=2 # c', 'skip-a', 'loose_a_b = "x # y"', 'a_b', " a\t=\t'q' ", 'a = \\'),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'ab=#\'"\\ \t\r[]!;-_') }),
  );
  const text = fc.array(line).chain((lines) => fc.constantFrom(lines.join('\n'), lines.join('\r\n')));

  test('printing returns the text', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string(), fc.string({ unit: 'binary' })), (x) => {
        expect(printOptionFile(parseOptionFile(x))).toBe(x);
      }),
    );
  });

  const value = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'a#\'"\\ \n\t\r=;') }));
  test('what was set is read again, after printing too, and the rest is as before', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('a', 'a_b', 'new_one'), value, (x, name, requested) => {
        const before = readGroup(parseOptionFile(x), ['mysqld']);
        const printed = change(x, name, requested);
        const after = readGroup(parseOptionFile(printed), ['mysqld']);
        expect(Object.fromEntries(after)).toEqual({ ...Object.fromEntries(before), [name]: requested });
      }),
    );
  });

  test('what was taken out is not read any more, and the rest is as before', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('a', 'a_b'), (x, name) => {
        const expected = readGroup(parseOptionFile(x), ['mysqld']);
        expected.delete(name);
        expect(readGroup(parseOptionFile(change(x, name, null)), ['mysqld'])).toEqual(expected);
      }),
    );
  });
});
