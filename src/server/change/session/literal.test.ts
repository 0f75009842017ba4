import { expect, test } from 'vitest';
import { quotedName, requestedText, setGlobalSql, valueLiteral } from './literal';

test('a variable name is quoted part by part, and nothing else passes for a name', () => {
  expect(quotedName('sort_buffer_size')).toBe('`sort_buffer_size`');
  expect(quotedName('validate_password.length')).toBe('`validate_password`.`length`');
  for (const name of ['', 'a b', 'a`b', 'a.b.c', "x' OR 1", '1abc', 'a;', 'a = 1, b']) {
    expect(() => quotedName(name)).toThrow(/is not the name/);
  }
});

test('sizes become bytes for a numeric variable, and stay text for another', () => {
  expect(requestedText('sort_buffer_size', '128M', 'number')).toBe('134217728');
  expect(requestedText('sort_buffer_size', 4096, 'number')).toBe('4096');
  expect(requestedText('innodb_max_dirty_pages_pct', '75.5', 'number')).toBe('75.5');
  expect(requestedText('max_binlog_cache_size', '18446744073709547520', 'number')).toBe(
    '18446744073709547520',
  );
  expect(requestedText('init_connect', '128M', 'text')).toBe('128M');
  expect(() => requestedText('sort_buffer_size', 'much', 'number')).toThrow(/takes a number, not "much"/);
});

test('switches are ON and OFF for a variable that is printed so, 1 and 0 for a number', () => {
  expect(requestedText('innodb_adaptive_hash_index', true, 'text')).toBe('ON');
  expect(requestedText('innodb_adaptive_hash_index', false, 'text')).toBe('OFF');
  expect(requestedText('local', true, 'number')).toBe('1');
});

test('a text is quoted so that it cannot end the literal, with and without backslash escapes', () => {
  expect(valueLiteral("a'b\\", 'text', true)).toBe("'a''b\\\\'");
  expect(valueLiteral("a'b\\", 'text', false)).toBe("'a''b\\'");
  expect(valueLiteral('1; DROP', 'number', true)).toBe("'1; DROP'");
  expect(setGlobalSql({ variable: 'init_connect', type: 'text' }, '1', true)).toBe(
    "SET GLOBAL `init_connect` = '1'",
  );
});
