import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LockWait, lockRoots, lockTreeText, type OpenTransaction } from './lock-tree';

const transaction = (id: string, waited: number | null = 3): OpenTransaction => ({
  id,
  connection: `c${id}`,
  age: 10,
  waited,
  doing: 'UPDATE t',
});
const wait = (waiting: string, blocking: string): LockWait => ({
  waiting,
  blocking,
  object: 'shop.orders (PRIMARY)',
});
const open = (...ids: string[]) =>
  new Map(ids.map((id) => [id, transaction(id, id === '1' ? null : Number(id))]));

describe('the tree of row lock waits', () => {
  test('has at its head the transaction that waits for nobody, with all that wait for it through others', () => {
    const [root, ...others] = lockRoots(
      [wait('2', '1'), wait('3', '2'), wait('3', '1')],
      open('1', '2', '3'),
    );
    expect(others).toEqual([]);
    expect(root?.transaction.id).toBe('1');
    expect(root?.waiters.map(({ id }) => id).sort()).toEqual(['2', '3']);
    expect(root?.longestWait).toBe(3);
  });

  test('puts the head with most waiters first', () => {
    const roots = lockRoots([wait('4', '1'), wait('5', '3'), wait('6', '3')], open('1', '3', '4', '5', '6'));
    expect(roots.map((one) => one.transaction.id)).toEqual(['3', '1']);
  });

  test('has no head in a cycle, and none that has ended', () => {
    expect(lockRoots([wait('1', '2'), wait('2', '1')], open('1', '2'))).toEqual([]);
    expect(lockRoots([wait('2', '9')], open('2'))).toEqual([]);
  });

  test('names who blocks, what is locked and how long others have waited', () => {
    const [root] = lockRoots([wait('2', '1')], open('1', '2'));
    expect(root && lockTreeText(root)).toBe(
      'connection c1 (open for 10 s; UPDATE t) blocks 1 on shop.orders (PRIMARY), the longest for 2 s: ' +
        'connection c2 has waited 2 s (UPDATE t)',
    );
  });

  test('ends for any waits, and no head waits', () => {
    const id = fc.integer({ min: 1, max: 8 }).map(String);
    fc.assert(
      fc.property(fc.array(fc.tuple(id, id), { maxLength: 30 }), (pairs) => {
        const waits = pairs.map(([a, b]) => wait(a, b));
        for (const root of lockRoots(waits, open('1', '2', '3', '4', '5', '6', '7', '8'))) {
          expect(waits.some(({ waiting }) => waiting === root.transaction.id)).toBe(false);
          expect(root.waiters.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
