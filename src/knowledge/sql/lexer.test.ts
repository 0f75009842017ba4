import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lex, type SqlTokenKind, significantTokens } from './lexer';

const read = (sql: string): string[] => significantTokens(sql).map(({ kind, text }) => `${kind} ${text}`);

describe('the lexer', () => {
  test.each<[string, string[]]>([
    ["a='it''s'", ['word a', 'operator =', "string 'it''s'"]],
    ['`a``b`.c', ['name `a``b`', 'operator .', 'word c']],
    ['t.1e5from', ['word t', 'operator .', 'word 1e5from']],
    ['1e5from', ['number 1e5', 'word from']],
    ['1.5from', ['number 1.5', 'word from']],
    ['1.e5.5', ['number 1.e5', 'number .5']],
    ['1e+5-1e', ['number 1e+5', 'operator -', 'word 1e']],
    ['1st 0x1F 0x1G 0b01 0X1F', ['word 1st', 'number 0x1F', 'word 0x1G', 'number 0b01', 'word 0X1F']],
    ["x'41' _utf8'a' N'b'", ['word x', "string '41'", 'word _utf8', "string 'a'", 'word N', "string 'b'"]],
    [
      'a<=>b->>c:=d--1',
      [
        'word a',
        'operator <=>',
        'word b',
        'operator ->>',
        'word c',
        'operator :=',
        'word d',
        'operator -',
        'operator -',
        'number 1',
      ],
    ],
    ['a -- x\nb # y\nc--', ['word a', 'word b', 'word c']],
    ["a/* ' */b /*+ hint */", ['word a', 'word b', 'comment /*+ hint */']],
    ['/*!50000 a */ /*M!1 b*/', ['run-comment /*!50000 a */', 'run-comment /*M!1 b*/']],
    ["'\\n' '\\\\'", ["string '\\n'", "string '\\\\'"]],
    ['a\u00a0b', ['word a\u00a0b']],
    ["'a\\' b'", ["unclear 'a\\' b'"]],
    ['"a\\" b"', ['unclear "a\\" b"']],
    ['$$a', ['unclear $$a']],
    ['$t$a', ['unclear $t$a']],
    ["/*! ' */ a", ["unclear /*! ' */ a"]],
    ["'cut", ["open 'cut"]],
    ['`cut', ['open `cut']],
    ['/* cut', ['open /* cut']],
    ['/*! cut', ['open /*! cut']],
  ])('reads %s', (sql, tokens) => {
    expect(read(sql)).toEqual(tokens);
  });

  const piece = fc.constantFrom(
    ...`'"\`\\/*-#@?(){};.,$! \n\0\r\t`,
    ...['e1', '0x', 'FROM', 'é', '😀', '\ud800', '/*!', '/*M!', '*/', '--', "x'", '1.', '\u00a0', '\\'],
  );

  test('returns any text, without a gap, and ends what is open or unclear with the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: piece }), (sql) => {
        const tokens = [...lex(sql)];
        expect(tokens.map(({ text }) => text).join('')).toBe(sql);
        let at = 0;
        for (const { start, end, text } of tokens) {
          expect([start, text]).toEqual([at, sql.slice(start, end)]);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        const last: SqlTokenKind[] = ['open', 'unclear'];
        expect(tokens.slice(0, -1).filter(({ kind }) => last.includes(kind))).toEqual([]);
      }),
    );
  });

  test('takes time in proportion to the length, whatever the text is', () => {
    const worst = [
      ...[
        "'",
        '"',
        '`',
        '\\',
        "'\\",
        '/*',
        '/*!',
        '*/',
        '--',
        '-- ',
        '#',
        '$',
        '$a',
        '$a$',
        '1',
        '1e',
        '1.',
        '.',
        '0x',
        '0b1',
      ],
      ...[
        "''",
        "'a'",
        '((',
        'e',
        'é',
        '\0',
        ' ',
        '\n',
        ':',
        '<',
        '->',
        '/* a',
        "/*! '",
        'x',
        "x'",
        '1a$',
        '$1',
        '😀',
      ],
    ];
    // Time of this thread, for by the clock what takes longer than the share of a busy processor takes others' shares too.
    const spent = () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
    /** Milliseconds of a reading, of as many as it takes for the system's clock of threads to show. */
    const timed = (sql: string): number => {
      const started = spent();
      let [count, readings, ms] = [0, 0, 0];
      for (; ms < 6; ms = spent() - started) {
        for (const { end } of lex(sql)) count += end;
        readings += 1;
      }
      expect(count).toBeGreaterThan(0);
      return ms / readings;
    };
    const size = 2 ** 12;
    const sized = (lead: string, unit: string, factor: number) =>
      lead + unit.repeat(Math.ceil((factor * size) / unit.length));
    for (const unit of worst) {
      for (const lead of ['', "'"]) {
        const short = sized(lead, unit, 1);
        const long = sized(lead, unit, 8);
        // In proportion: 8; in proportion to the square: 64. What disturbs a measurement only ever makes it longer.
        let least = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
        for (let again = 0; again === 0 || (again < 20 && least.long > 24 * least.short); again++)
          least = { short: Math.min(least.short, timed(short)), long: Math.min(least.long, timed(long)) };
        expect(least.long / least.short, `${lead}${unit}`).toBeLessThanOrEqual(24);
      }
    }
  });
});
