import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactLiterals, redactStatement } from './sql-text';

describe('literals of statements', () => {
  test.each([
    ["SELECT * FROM t1 WHERE name = 'O''Hara' AND n = -1.5e3", 'SELECT * FROM t1 WHERE name = ? AND n = -?'],
    ['SELECT `a``1`, "xy" FROM `2024 sales`', 'SELECT `a``1`, ? FROM `2024 sales`'],
    // Read with NO_BACKSLASH_ESCAPES, the string ends at the first quote after the backslash.
    ["SELECT 'O\\'Brien', n", 'SELECT ?'],
    ["SELECT 1 WHERE path = 'C:\\' AND ssn = '123-45-6789'", 'SELECT ? WHERE path = ?'],
    ["SELECT 'two\\\\', n", 'SELECT ?, n'],
    [`SELECT 0x${'53'.repeat(3000)}, n`, 'SELECT ?, n'],
    [`SELECT 0b${'01'.repeat(3000)}, ${'9'.repeat(3000)}, n`, 'SELECT ?, ?, n'],
    ['SELECT .5abc, 1.5abc, 1e5abc', 'SELECT ?abc, ?abc, ?abc'],
    ['GRANT ALL ON *.* TO root@10.0.0.1', 'GRANT ALL ON *.* TO root@???'],
    ['SELECT $$private$$, $tag$private$tag$', 'SELECT ?'],
    ["SELECT /*!40001 SQL_NO_CACHE */ a, /*! 'x*/ private' */ b", 'SELECT /**/ a, /**/'],
    ["SELECT a --\u00a0'x\nprivate'", 'SELECT a --\u00a0?'],
    [
      "INSERT INTO t VALUES (0xCAFE, x'41', b'01', _utf8'x', N'y')",
      'INSERT INTO t VALUES (?, x?, b?, _utf8?, N?)',
    ],
    ['SELECT /* user=bob */ 1 -- trailing\n, 2 # more', 'SELECT /**/ ? /**/\n, ? /**/'],
    ["SELECT 'cut in the mid", 'SELECT ?'],
    ['SELECT 1 /* cut', 'SELECT ? /**/'],
    ['SELECT col_2, t3.c4, @v5 FROM db6.t7 LIMIT 10', 'SELECT col_2, t3.c4, @v5 FROM db6.t7 LIMIT ?'],
    // What the server's lexer could read either way goes.
    ['SELECT `a`.5abc, ..5, $1$ private $1$', 'SELECT `a`.?abc, ..?, ?'],
    ['SELECT t.12e5abc, t.12, 0X1F, 0x1Fg', 'SELECT t.?abc, t.?, ?, ?'],
    ["SELECT a /*!50000 + b */ + 'private', 7 /*! cut", 'SELECT a /**/ + ?, ? /**/'],
    ['SELECT 1st_column FROM t', 'SELECT 1st_column FROM t'],
    ['SELECT 5--3', 'SELECT ?--?'],
    ['', ''],
  ])('%s', (sql, expected) => {
    expect(redactLiterals(sql)).toBe(expected);
  });

  test('no quoted value or number survives, wherever it stands', () => {
    const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
    const value = fc.oneof(
      fc.string({ maxLength: 20 }).map((text) => ({ sql: quote(`SECRET${text}`), secret: 'SECRET' })),
      fc.integer({ min: 100_000, max: 2 ** 40 }).map((n) => ({ sql: String(n), secret: String(n) })),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), fc.nat(), (values, cut) => {
        const sql = `UPDATE t SET ${values.map((v, i) => `c${i} = ${v.sql}`).join(', ')}`;
        const redacted = redactLiterals(sql);
        expect(redacted).toBe(`UPDATE t SET ${values.map((_, i) => `c${i} = ?`).join(', ')}`);
        // Servers cut long statements anywhere.
        const short = redactLiterals(sql.slice(0, cut % (sql.length + 1)));
        for (const { secret } of values) expect(short).not.toContain(secret);
      }),
    );
  });

  test('no literal of any kind and length survives in any statement', () => {
    const text = () =>
      fc.string({ unit: fc.constantFrom(...'Ab1 \n,;()=`#*/\\"\'-$'), maxLength: 700, size: 'max' });
    const of = (characters: string, least: number) =>
      fc
        .array(fc.constantFrom(...characters), { minLength: least, maxLength: 1200, size: 'max' })
        .map((list) => list.join(''));
    const doubled = (t: string, quote: string) => t.replaceAll(quote, quote + quote);
    const escaped = (t: string, quote: string) => t.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
    const string = fc
      .tuple(
        text(),
        text(),
        fc.constantFrom("'", '"'),
        fc.constantFrom('', 'N', '_utf8', 'x', 'b'),
        fc.boolean(),
      )
      .map(([before, after, quote, prefix, backslash]) => {
        const put = (t: string) =>
          backslash ? escaped(t, quote) : doubled(t.replaceAll('\\', '\\\\'), quote);
        return {
          sql: `${prefix === '' ? '' : ` ${prefix}`}${quote}${put(before)} PRIVATEVALUE ${put(after)}${quote}`,
          secret: 'PRIVATEVALUE',
        };
      });
    const number = fc.oneof(
      of('0123456789abcdefABCDEF', 6).map((t) => ({ sql: `0x${t}`, secret: t })),
      of('0123456789abcdefABCDEF', 6).map((t) => ({ sql: `x'${t}'`, secret: t })),
      of('01', 8).map((t) => ({ sql: `0b${t}`, secret: t })),
      of('01', 8).map((t) => ({ sql: `b'${t}'`, secret: t })),
      of('0123456789', 6).map((t) => ({ sql: t, secret: t })),
      of('0123456789', 6).map((t) => ({ sql: `12.${t}`, secret: t })),
      of('0123456789', 6).map((t) => ({ sql: `.${t}e-7`, secret: t })),
      of('0123456789', 6).map((t) => ({ sql: `${t}E+12`, secret: t })),
      fc
        .date({ noInvalidDate: true })
        .map((d) => ({ sql: `DATE'${d.toISOString()}'`, secret: d.toISOString() })),
    );
    const dollars = fc.tuple(fc.constantFrom('$$', '$tag$'), text()).map(([tag, t]) => ({
      sql: `${tag}${t.replaceAll('$', '')} PRIVATEVALUE${tag}`,
      secret: 'PRIVATEVALUE',
    }));
    const filler = fc.constantFrom(
      'a',
      '`b c`',
      't1.c2',
      '@v3',
      '/* note */',
      '-- end\n',
      '?',
      'NULL',
      '1st',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(string, number, dollars, filler), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(', ', ' = ', '(', ' ', '\n'),
        fc.nat(),
        (pieces, between, cut) => {
          const sql = `SELECT ${pieces.map((p) => (typeof p === 'string' ? p : p.sql)).join(between)}`;
          for (const redacted of [redactLiterals(sql), redactLiterals(sql.slice(0, cut % (sql.length + 1)))])
            for (const p of pieces) if (typeof p !== 'string') expect(redacted).not.toContain(p.secret);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a number that was cut after its exponent sign goes as well', () => {
    expect(redactLiterals('SELECT 123456E')).toBe('SELECT ?');
    expect(redactLiterals('SELECT 123456e+')).toBe('SELECT ?+');
  });

  test('redacting twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'binary-ascii' }), (text) => {
        const once = redactLiterals(text);
        expect(redactLiterals(once)).toBe(once);
      }),
    );
  });

  test('kept literals still lose those of statements that carry a password', () => {
    expect(redactStatement("SELECT 'a'", true)).toBe("SELECT 'a'");
    expect(redactStatement("ALTER USER u IDENTIFIED BY 'secret'", true)).toBe('ALTER USER u IDENTIFIED BY ?');
    expect(redactStatement("CHANGE MASTER TO MASTER_PASSWORD='secret'", true)).toBe(
      'CHANGE MASTER TO MASTER_PASSWORD=?',
    );
  });

  test.each([
    "CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD = 'hunter2'",
    "SET GLOBAL wsrep_sst_auth = 'root:hunter2'",
    "UPDATE users SET passwd = 'hunter2'",
    "UPDATE users SET user_pwd = 'hunter2'",
    "INSERT INTO t (new_password_hash) VALUES ('hunter2')",
    "UPDATE users SET pass = 'hunter2'",
    "UPDATE apps SET api_key = 'hunter2', client_secret_id = 3",
    "SELECT AES_ENCRYPT('a', 'hunter2')",
    "UPDATE sessions SET refresh_tokens = 'hunter2'",
    "GRANT USAGE ON *.* TO u IDENTIFIED/**/BY 'hunter2'",
    "SELECT JSON_SET(d, '$.password', 'hunter2')",
  ])('kept literals: %s', (sql) => {
    expect(redactStatement(sql, true)).not.toContain('hunter2');
  });
});
