import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseInnodbStatus } from '../../../knowledge/innodb-status';
import { redactInnodbStatus } from './innodb-status';

const status = `
=====================================
2026-11-21 03:52:11 0x7f2c INNODB MONITOR OUTPUT
=====================================
----------
SEMAPHORES
----------
OS WAIT ARRAY INFO: reservation count 14
--Thread 140 has waited at row0sel.cc line 3123 for 0.00 seconds the semaphore:
------------------------
LATEST DETECTED DEADLOCK
------------------------
2026-11-21 03:52:10 0x7f2c
*** (1) TRANSACTION:
TRANSACTION 1305, ACTIVE 1 sec starting index read
mysql tables in use 1, locked 1
LOCK WAIT 3 lock struct(s), heap size 1128, 2 row lock(s), undo log entries 1
MySQL thread id 9, OS thread handle 139, query id 31 localhost root updating
UPDATE shop.orders
SET customer = 'Turing
of Bletchley' WHERE id = 2

*** (1) WAITING FOR THIS LOCK TO BE GRANTED:
RECORD LOCKS space id 2 page no 4 n bits 72 index PRIMARY of table \`shop\`.\`orders\` trx id 1305 lock_mode X
Record lock, heap no 3 PHYSICAL RECORD: n_fields 4; compact format; info bits 0
 0: len 4; hex 80000002; asc     ;;
 3: len 30; hex 4c6f76656c616365; asc Lovelace; (total 60 bytes);
 4: SQL NULL;

*** WE ROLL BACK TRANSACTION (2)
------------
TRANSACTIONS
------------
Trx id counter 1307
History list length 12
LIST OF TRANSACTIONS FOR EACH SESSION:
---TRANSACTION 1306, ACTIVE 14 sec
2 lock struct(s), heap size 1128, 1 row lock(s)
MySQL thread id 10, OS thread handle 140, query id 40 localhost root executing
SELECT 'private' /* also */, 42
--------
FILE I/O
--------
I/O thread 0 state: waiting for completed aio requests (insert buffer thread)
`;

test('statements keep their shape, records lose their contents, the rest stays', () => {
  const redacted = redactInnodbStatus(status, false);
  expect(redacted).not.toMatch(/Turing|Bletchley|Lovelace|4c6f|private|also|80000002/);
  expect(redacted).toContain('UPDATE shop.orders\nSET customer = ? WHERE id = ?\n');
  expect(redacted).toContain(' 0: len 4; hex ?; asc ?;');
  expect(redacted).toContain('SELECT ? /**/, ?');
  for (const kept of [
    'Trx id counter 1307',
    'History list length 12',
    '---TRANSACTION 1306, ACTIVE 14 sec',
    '--Thread 140 has waited at row0sel.cc line 3123',
    'I/O thread 0 state',
    '*** WE ROLL BACK TRANSACTION (2)',
    ' 4: SQL NULL;',
  ]) {
    expect(redacted).toContain(kept);
  }
  expect(redactInnodbStatus(redacted, false)).toBe(redacted);
});

test('a line of no known form outside a statement is left out', () => {
  const text = status.replace('Trx id counter 1307', 'Trx id counter 1307\nprivate line');
  expect(redactInnodbStatus(text, false)).toContain(
    'Trx id counter 1307\n(line left out)\nHistory list length 12',
  );
});

test('kept literals stay, passwords go', () => {
  expect(redactInnodbStatus(status, true)).toBe(status);
  const withPassword = status.replace("SELECT 'private' /* also */, 42", "SET PASSWORD FOR x = 'private'");
  expect(redactInnodbStatus(withPassword, true)).toContain('SET PASSWORD FOR x = ?');
});

describe('texts of real servers', () => {
  const folder = new URL('../../../../test/knowledge/texts/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  expect(names.length).toBeGreaterThan(20);

  test.each(names)('%s keeps all but the literals of statements and the contents of records', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const redacted = redactInnodbStatus(text, false);
    expect(redacted).not.toContain('(line left out)');
    expect(redacted).not.toMatch(/k=9|hex [0-9a-f]/);
    expect(withoutStatements(parseInnodbStatus(redacted))).toEqual(
      withoutStatements(parseInnodbStatus(text)),
    );
  });

  test('a text of which the server cut out the middle, inside a statement', () => {
    const text = readFileSync(new URL('mysql56-locks.txt', folder), 'utf8');
    const start = text.indexOf('---TRANSACTION ');
    const cut = `${text.slice(0, start)}... truncated...\n${text.slice(text.indexOf("'x' <> 'y'") + 1)}`;
    const redacted = redactInnodbStatus(cut, false);
    expect(redacted).not.toContain("<> 'y'");
    expect(withoutStatements(parseInnodbStatus(redacted))).toEqual(withoutStatements(parseInnodbStatus(cut)));
  });

  // Format: MySQL 5.1 manual, "InnoDB Standard Monitor and Lock Monitor Output"; the example is made for the purpose.
  test('MySQL 5.0 and 5.1 with ids in halves', () => {
    const text = `
------------------------
LATEST DETECTED DEADLOCK
------------------------
030709 12:59:58
*** (1) TRANSACTION:
TRANSACTION 0 290252780, ACTIVE 1 sec, process no 3185, OS thread id 30733 inserting
LOCK WAIT 3 lock struct(s), heap size 320, undo log entries 146
MySQL thread id 21, query id 4553379 localhost user update
INSERT INTO notes VALUES ('private')
*** (1) WAITING FOR THIS LOCK TO BE GRANTED:
RECORD LOCKS space id 0 page no 48310 n bits 568 index \`owner\` of table \`test/notes\` trx id 0 290252780 lock mode S waiting
Record lock, heap no 324 PHYSICAL RECORD: n_fields 2; 1-byte offs TRUE; info bits 32
 0: len 7; hex 61613335383137; asc private;; 1: len 4; hex 8020c0a1; asc private;;

*** WE ROLL BACK TRANSACTION (1)
------------
TRANSACTIONS
------------
Trx id counter 1 290328385
Purge done for trx's n:o < 1 290315608 undo n:o < 0 17
History list length 20
Total number of lock structs in row lock hash table 70
LIST OF TRANSACTIONS FOR EACH SESSION:
---TRANSACTION 0 290328384, ACTIVE 3 sec, process no 3205, OS thread id 38929 fetching rows, thread declared inside InnoDB 442
mysql tables in use 1, locked 0
MySQL thread id 29, query id 4668736 localhost user Sending data
SELECT 'private'
Trx read view will not see trx with id >= 0 290328385, sees < 0 290315608
TOO MANY LOCKS PRINTED FOR THIS TRX: SUPPRESSING FURTHER PRINTS
`;
    const redacted = redactInnodbStatus(text, false);
    expect(redacted).not.toContain('private');
    expect(redacted).not.toContain('(line left out)');
    expect(withoutStatements(parseInnodbStatus(redacted))).toEqual(
      withoutStatements(parseInnodbStatus(text)),
    );
  });

  /** Statements lose their literals, comments and the line breaks in them; all lines move up by those. */
  function withoutStatements(status: ReturnType<typeof parseInnodbStatus>): unknown {
    return JSON.parse(
      JSON.stringify(status, (key, value) =>
        key === 'line' && typeof value === 'number' ? 0 : key === 'statement' && value !== null ? '' : value,
      ),
    );
  }
});

describe("lines of users' strings that look like InnoDB's own", () => {
  const running = "SELECT 'private' /* also */, 42";
  const withStatement = (sql: string) =>
    redactInnodbStatus(
      status.replace(running, () => sql),
      false,
    );

  test.each([
    ['a lock', 'TABLE LOCK table PRIVATE 4111'],
    ['a lock in full form', 'TABLE LOCK table `PRIVATE`.`t` trx id 5 lock mode IX'],
    ['a transaction', '---TRANSACTION 5, ACTIVE 1 sec\nTRANSACTION abc, card=PRIVATE'],
    ['a thread', 'MySQL thread id 1, OS thread handle 1, query id 1 PRIVATE'],
    ['a section', '--------\nFILE I/O\n--------\ncard=PRIVATE'],
    ['the last section', '--------------\nROW OPERATIONS\n--------------\ncard=PRIVATE'],
    ['a section that quotes', '------------\nTRANSACTIONS\n------------\nPRIVATE'],
    ['a deadlock', '*** (1) TRANSACTION:\nPRIVATE'],
    ['dashes and blanks', '---\n\n,\nPRIVATE'],
  ])('%s', (_, lines) => {
    for (const sql of [
      `INSERT INTO notes VALUES ('dear\n${lines}\n'), ('other\n${lines}')`,
      `INSERT INTO notes VALUES ('it\\'s\n${lines}\n')`,
      `INSERT INTO notes VALUES ("a\n${lines}\n") /* ${lines} */`,
      `INSERT INTO notes VALUES (0, 'cut ${'x'.repeat(400)}\n${lines}`,
    ]) {
      const redacted = withStatement(sql);
      expect(redacted).not.toMatch(/PRIVATE|4111/);
      // What follows is found again.
      expect(parseInnodbStatus(redacted).transactions?.historyListLength).toBe(12);
    }
  });

  test('the real next section is kept after statements whose end is not certain', () => {
    expect(withStatement("SELECT 'O\\'Brien'")).toContain(
      '\n--------\nFILE I/O\n--------\nI/O thread 0 state',
    );
    const cut = `SELECT '${'x'.repeat(600)}`;
    expect(withStatement(cut)).toContain('SELECT ?\n--------\nFILE I/O\n--------\nI/O thread 0 state');
  });

  test('what a transaction does stays in words that are known', () => {
    const doing = (words: string) =>
      redactInnodbStatus(status.replace('ACTIVE 14 sec', `ACTIVE 14 sec ${words}`), false);
    expect(doing('fetching rows')).toContain('---TRANSACTION 1306, ACTIVE 14 sec fetching rows\n');
    expect(doing('telling secrets')).toContain('---TRANSACTION 1306, ACTIVE 14 sec\n');
  });

  test('no string survives, whatever lines are in it', () => {
    const lines = status.split('\n').concat('PRIVATE', "it''s PRIVATE", 'PRIVATE \\\\');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 8 }), (some) => {
        const value = some.join('\n').replaceAll(/(?<!')'(?!')/g, "''");
        expect(withStatement(`UPDATE t SET a = '${value}\nPRIVATE'`.slice(0, 600))).not.toContain('PRIVATE');
      }),
      { numRuns: 1000 },
    );
  });
});
