import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseInnodbStatus } from '.';

const folder = new URL('../../../test/knowledge/texts/', import.meta.url);
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));
const locks = readFileSync(new URL('mysql56-locks.txt', folder), 'utf8');
const loaded = readFileSync(new URL('mysql97-loaded.txt', folder), 'utf8');

test('an empty text has nothing', () => {
  const { unknownLines, ...rest } = parseInnodbStatus('');
  expect(unknownLines).toEqual([]);
  expect(Object.values(rest).every((value) => value === null)).toBe(true);
});

test('a text cut at any place is read as far as it goes, and the cut is reported', () => {
  for (const whole of texts) {
    const end = whole.lastIndexOf('\n----------------------------\nEND OF INNODB');
    for (let length = 1; length < end; length += 401) {
      const cut = parseInnodbStatus(whole.slice(0, length));
      expect(cut.truncated).toEqual({
        at: 'end',
        line: whole.slice(0, length).replace(/\n$/, '').split('\n').length,
      });
      // Only the last line, or a title whose second line of dashes is missing, can be not whole.
      expect(cut.unknownLines.filter(({ line }) => line < (cut.truncated?.line ?? 0) - 1)).toEqual([]);
    }
  }
});

test('transactions cut out of the middle, as MySQL does above 1 MB', () => {
  const whole = parseInnodbStatus(locks);
  const start = locks.indexOf('---TRANSACTION ');
  // Within the summary of the transaction that waits.
  const resume = locks.indexOf('LOCK WAIT ', start) + 15;
  const status = parseInnodbStatus(`${locks.slice(0, start)}... truncated...\n${locks.slice(resume)}`);
  expect(status.truncated).toEqual({ at: 'middle', line: locks.slice(0, start).split('\n').length });
  expect(status.unknownLines).toEqual([]);
  const { nextId, historyListLength, list = [] } = whole.transactions ?? {};
  expect(status.transactions).toMatchObject({ nextId, historyListLength });
  const waiting = list.findIndex(({ phase }) => phase === 'LOCK WAIT');
  expect(waiting).toBeGreaterThan(0);
  const ids = list.slice(waiting + 1).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  expect(status.transactions?.list.map(({ id }) => id)).toEqual(ids);
  expect(status.log).toEqual(whole.log);
});

test('a transaction printed again, whole or from a later lock on, is read as one with all its locks', () => {
  const texts = [locks, readFileSync(new URL('mysql97-locks.txt', folder), 'utf8')];
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.nat(), fc.nat(), fc.nat(), (text, which, first, second) => {
      const from = text.indexOf('---TRANSACTION ');
      const to = text.indexOf('\n--------\nFILE I/O') + 1;
      const entries = text.slice(from, to).split(/^(?=---TRANSACTION )/m);
      const started = entries.filter((entry) => !entry.includes(', not started'));
      const entry = started[which % started.length] ?? '';
      // The lock waited for comes before all, each time.
      const [head = '', ...held] = entry.split(
        /(?<=^-{18}\n)|^(?=TABLE LOCK |RECORD LOCKS (?![\s\S]*^-{18}\n))/m,
      );
      const end = first % (held.length + 1);
      const start = second % (end + 1);
      // Up to some lock, another transaction once more, then from that lock or an earlier one on.
      const again = [head, ...held.slice(0, end), started[0] ?? '', head, ...held.slice(start)].join('');
      const printed = entries.map((one) => (one === entry ? again : one)).join('');
      const status = parseInnodbStatus(text.slice(0, from) + printed + text.slice(to));
      const withoutLine = ({ transactions }: typeof status) =>
        transactions?.list
          .map(({ line, ...rest }) => rest)
          .toSorted((one, other) => one.id.localeCompare(other.id));
      expect(withoutLine(status)).toEqual(withoutLine(parseInnodbStatus(text)));
      expect(status.unknownLines).toEqual([]);
    }),
  );
});

test('a transaction that is left before all its locks are printed is known to lack some', () => {
  const last = locks.lastIndexOf('RECORD LOCKS ', locks.indexOf('\n--------\nFILE I/O'));
  const left = `${locks.slice(0, last)}${locks.slice(locks.indexOf('--------\nFILE I/O'))}`;
  const cuts = (text: string) => parseInnodbStatus(text).transactions?.list.map(({ locksCut }) => locksCut);
  expect(cuts(locks)).not.toContain(true);
  expect(cuts(left)?.filter(Boolean)).toHaveLength(1);
});

test('a line of no known form is kept with its number and section; the rest is read', () => {
  const insert = 'Something that a later version prints: 12';
  const marked = loaded.replace('Log flushed up to', `${insert}\nLog flushed up to`);
  const status = parseInnodbStatus(marked);
  expect(status.unknownLines).toEqual([
    { section: 'LOG', line: marked.slice(0, marked.indexOf(insert)).split('\n').length, text: insert },
  ]);
  expect(status.log).toEqual(parseInnodbStatus(loaded).log);
});

test('a number that no server prints is damage, not a wrong value', () => {
  const status = parseInnodbStatus(
    loaded.replace(/^Free buffers +\d+/m, 'Free buffers 123456789012345678901'),
  );
  expect(status.bufferPool?.free).toBeNull();
  expect(status.unknownLines).toMatchObject([{ section: 'BUFFER POOL AND MEMORY' }]);
});

test("lines of users' statements that look like InnoDB's own titles end no section", () => {
  const statement = "UPDATE t.h SET k = 31 WHERE id = 3 AND 'x' <> 'y'";
  const fake = [
    '---------\nROW OPERATIONS\n---------\n999 read views open inside InnoDB',
    '---\nLOG\n---\nLog sequence number 1',
    '----------\nSEMAPHORES\n----------\nOS WAIT ARRAY INFO: reservation count 1',
    'END OF INNODB MONITOR OUTPUT',
  ].join('\n');
  const whole = parseInnodbStatus(locks);
  const status = parseInnodbStatus(locks.replaceAll(statement, `SELECT '\n${fake}\n'`));
  expect(status.rows).toEqual(whole.rows);
  expect(status.log).toEqual(whole.log);
  expect(status.semaphores).toEqual(whole.semaphores);
  expect(status.transactions?.list.find(({ phase }) => phase === 'LOCK WAIT')?.statement).toBe(
    `SELECT '\n${fake}\n'`,
  );
});

test('any mutation is read without an error, every line counted in order', () => {
  const pieces = [...new Set(texts.flatMap((text) => text.split('\n')))];
  const mutation = fc.record({
    at: fc.nat(20_000),
    remove: fc.nat(400),
    insert: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(...pieces),
      fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((lines) => `\n${lines.join('\n')}\n`),
      fc.constantFrom('\n', '\r\n', '\0', '(', '`', '9'.repeat(30), ' of table ', 'nan', '*** ', '---'),
    ),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(mutation, { minLength: 1, maxLength: 8 }),
      (text, all) => {
        const mutated = all.reduce((each, { at, remove, insert }) => {
          const place = each.length === 0 ? 0 : at % each.length;
          return each.slice(0, place) + insert + each.slice(place + remove);
        }, text);
        const status = parseInnodbStatus(mutated);
        const lines = mutated.split('\n');
        let last = 0;
        for (const { line, text: kept } of status.unknownLines) {
          expect(line).toBeGreaterThan(last);
          expect(lines[line - 1]?.replace(/\r$/, '')).toBe(kept);
          last = line;
        }
        // A field that holds a number holds one that can be reckoned with.
        expect(JSON.stringify(status, (_, value) => (Number.isNaN(value) ? 'bad' : value))).not.toContain(
          '"bad"',
        );
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);

/** Characters given to regular expressions: it grows with the square where a list is searched for every line. */
function workOn(text: string): number {
  let work = 0;
  const { exec } = RegExp.prototype;
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, tried: string) {
    work += tried.length + 1;
    return exec.call(this, tried);
  });
  try {
    parseInnodbStatus(text);
  } finally {
    spy.mockRestore();
  }
  return work;
}

describe('work grows with the length of the text, not with its square', () => {
  const upTo = (title: string): string =>
    locks.slice(0, locks.indexOf(`\n${title}\n`) + title.length * 2 + 3);
  const inTransactions = `${upTo('TRANSACTIONS')}Trx id counter 1\n---TRANSACTION 5, ACTIVE 1 sec\n`;
  const inDeadlock = `${inTransactions.replace('---TRANSACTION 5, ACTIVE 1 sec\n', '')}`.replace(
    'TRANSACTIONS\n',
    'LATEST DETECTED DEADLOCK\n2026-01-01 00:00:00\n',
  );
  const lock = (number: number): string =>
    `RECORD LOCKS space id 1 page no ${number} n bits 72 index a of table \`t\` trx id 5 lock_mode X waiting`;
  const lines = (make: (number: number) => string) => (count: number) =>
    Array.from({ length: count }, (_, number) => make(number)).join('\n');
  const repeated = (piece: string) => (count: number) => piece.repeat(count);

  /** Each with what goes wrong where a pattern tries again and again, or a list is searched for every line. */
  const hostile: [string, string, (count: number) => string][] = [
    ['one line of blanks', upTo('FILE I/O'), repeated(' '.repeat(40))],
    ['one line of digits', upTo('LOG'), repeated('9'.repeat(40))],
    ['many dashes', upTo('SEMAPHORES'), repeated('-'.repeat(40))],
    ['aio lists', upTo('FILE I/O'), lines(() => `Pending normal aio reads: [${'0, '.repeat(60)}`)],
    ['threads of I/O', upTo('FILE I/O'), lines(() => `I/O thread 1 state: ${'a '.repeat(300)}`)],
    ['hash tables', upTo('BUFFER POOL AND MEMORY'), lines(() => `    A${' a'.repeat(100)}`)],
    [
      'waits',
      upTo('SEMAPHORES'),
      lines((n) => `--Thread ${n} has waited at a line 1 for 0 seconds the semaphore:`),
    ],
    ['titles', inTransactions, lines(() => '--------\nFILE I/O\n--------')],
    ['titles that quote', inTransactions, lines(() => '--------\nTRANSACTIONS\n--------')],
    ['transactions', inTransactions, lines((n) => `---TRANSACTION ${n}, ACTIVE 1 sec`)],
    ['locks waited for', inTransactions, lines(lock)],
    [
      'locked records',
      `${inTransactions}${lock(1)}\n`,
      lines((n) => `Record lock, heap no ${n} PHYSICAL RECORD:`),
    ],
    ['a lock of many tables', inTransactions, lines(() => `${lock(1)}${' of table a trx id '.repeat(200)}`)],
    [
      'a statement',
      `${inTransactions}MySQL thread id 1, OS thread handle 1, query id 1 localhost root\n`,
      lines(() => "'x' RECORD LOCKS space id"),
    ],
    [
      'conflicts',
      `${inDeadlock}*** (1) TRANSACTION:\nTRANSACTION 5, ACTIVE 1 sec\n`,
      lines((n) => `*** CONFLICTING WITH:\n${lock(n)}`),
    ],
    [
      'a foreign key',
      locks.slice(0, locks.indexOf('LATEST DETECTED')) +
        'LATEST FOREIGN KEY ERROR\n------------------------\n2026-01-01 00:00:00 Transaction:\n',
      lines(() => `But in parent table ${', in index '.repeat(80)}`),
    ],
  ];

  test.each(hostile)('%s', (_, start, make) => {
    const [small, large] = [200, 1600].map((count) => start + make(count));
    const ratio = workOn(large ?? '') / workOn(small ?? '');
    expect(ratio).toBeLessThan(12);
  });

  test.each(hostile)(
    '%s: 2 MB end',
    (_, start, make) => {
      const one = make(1).length + 1;
      const text = start + make(Math.ceil(2_000_000 / one));
      const status = parseInnodbStatus(text);
      expect(status.truncated?.at).toBe('end');
    },
    60_000,
  );
});
