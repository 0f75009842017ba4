import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInnodbStatus } from '../../../knowledge/innodb-status';
import type { InnodbTransaction } from '../../../knowledge/innodb-status/transaction';
import { listedQueue } from './listed-locks';
import { lockRoots } from './lock-tree';

interface Listed {
  id: number;
  seconds: number;
  waited?: number;
  locks?: number;
  statement?: string;
}

function transactions(listed: readonly Listed[]): InnodbTransaction[] {
  const text = listed.map(({ id, seconds, waited, locks = 1, statement = '' }) =>
    [
      `---TRANSACTION ${id}, ACTIVE ${seconds} sec`,
      `${waited === undefined ? '' : 'LOCK WAIT '}2 lock struct(s), heap size 1128, ${locks} row lock(s)`,
      `MySQL thread id ${id + 1000}, OS thread handle 139911223344, query id 1 10.0.4.7 app`,
      ...(statement === '' ? [] : [statement]),
      ...(waited === undefined
        ? []
        : [
            `------- TRX HAS BEEN WAITING ${waited} SEC FOR THIS LOCK TO BE GRANTED:`,
            `RECORD LOCKS space id 41 page no 12 n bits 120 index PRIMARY of table \`bank\`.\`accounts\` trx id ${id} lock_mode X waiting`,
            '------------------',
          ]),
    ].join('\n'),
  );
  const head = '------------\nTRANSACTIONS\n------------\nTrx id counter 99\n';
  return (
    parseInnodbStatus(`${head}LIST OF TRANSACTIONS FOR EACH SESSION:\n${text.join('\n')}\n`).transactions
      ?.list ?? []
  );
}

const rootOf = (listed: readonly Listed[]) => {
  const queue = listedQueue(transactions(listed));
  return queue === null ? null : (lockRoots(queue.waits, queue.transactions)[0] ?? 'nobody waits');
};

test('the one transaction that holds row locks and waits for nobody is the head of those that wait', () => {
  const root = rootOf([
    { id: 31, seconds: 12, waited: 12, statement: 'UPDATE accounts SET balance = 4 WHERE id = 77' },
    { id: 29, seconds: 29, waited: 29 },
    { id: 14, seconds: 1874 },
  ]);
  expect(root).toMatchObject({
    transaction: { connection: '1014', age: 1874, doing: 'between two statements' },
    objects: ['bank.accounts (PRIMARY)'],
    longestWait: 29,
  });
  expect(JSON.stringify(root)).toContain('"doing":"UPDATE"');
  expect(JSON.stringify(root)).not.toContain('77');
});

test('two that could hold the lock are no head, nor is one that began after the wait, nor one without row locks', () => {
  const waiter = { id: 31, seconds: 40, waited: 30 };
  expect(rootOf([waiter, { id: 14, seconds: 1874 }, { id: 15, seconds: 400 }])).toBeNull();
  expect(rootOf([waiter, { id: 14, seconds: 20 }])).toBeNull();
  expect(rootOf([waiter, { id: 14, seconds: 1874, locks: 0 }])).toBeNull();
  expect(rootOf([{ id: 14, seconds: 1874 }])).toBe('nobody waits');
});

test('whatever is listed, a head waits for nobody, holds row locks and is older than every wait', () => {
  const one = fc.record({
    seconds: fc.nat(5000),
    waited: fc.option(fc.nat(5000), { nil: undefined }),
    locks: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), (list) => {
      const root = rootOf(
        list.map(({ waited, ...rest }, id) => ({ id, ...rest, ...(waited === undefined ? {} : { waited }) })),
      );
      if (root === null || root === 'nobody waits') return;
      expect(root.transaction.waited).toBeNull();
      for (const { waited } of root.waiters) expect(root.transaction.age).toBeGreaterThanOrEqual(waited ?? 0);
    }),
  );
});
