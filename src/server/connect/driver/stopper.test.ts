import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StatementStopper } from './stopper';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<void>(() => undefined);

test('a statement that ends while its KILL QUERY is never answered keeps nobody waiting, and its connection is dropped', async () => {
  const drop = vi.fn();
  let limit: AbortSignal | undefined;
  const stopper = new StatementStopper((signal) => {
    limit = signal;
    return never();
  }, drop);
  stopper.stop('timeout', 0);
  await vi.advanceTimersByTimeAsync(10);
  const settled = vi.fn();
  void stopper.settle().then(settled);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(settled).toHaveBeenCalled();
  expect(drop).toHaveBeenCalledTimes(1);
  expect(limit?.aborted).toBe(true);
});

test('a statement that does not stop is given up, and so is the connection that was to stop it', async () => {
  const drop = vi.fn();
  let limit: AbortSignal | undefined;
  const stopper = new StatementStopper((signal) => {
    limit = signal;
    return never();
  }, drop);
  stopper.stop('timeout', 100);
  const refused = expect(stopper.givenUp).rejects.toThrow('did not stop');
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(drop).toHaveBeenCalledTimes(1);
  expect(limit?.aborted).toBe(true);
});

test('a KILL QUERY that comes to nothing drops the connection, but not once its statement is over', async () => {
  for (const over of [false, true]) {
    const drop = vi.fn();
    let fail: (error: Error) => void = () => undefined;
    const stopper = new StatementStopper(() => new Promise((_, reject) => (fail = reject)), drop);
    stopper.stop('timeout', 0);
    await vi.advanceTimersByTimeAsync(10);
    const settled = over ? stopper.settle() : undefined;
    fail(new Error('another server'));
    await vi.advanceTimersByTimeAsync(10);
    await settled;
    expect(drop).toHaveBeenCalledTimes(over ? 0 : 1);
    await stopper.settle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(drop).toHaveBeenCalledTimes(over ? 0 : 1);
  }
});

test('who cancels waits no longer than a moment; a KILL QUERY over a slow connection still stops the statement, and nothing is dropped', async () => {
  const drop = vi.fn();
  let end: () => void = () => undefined;
  const statement = new Promise<void>((resolve) => (end = resolve));
  const kill = () =>
    new Promise<void>((resolve) => {
      setTimeout(() => {
        end();
        resolve();
      }, 3_000);
    });
  const stopper = new StatementStopper(kill, drop);
  stopper.stop('cancelled', 100);
  const left = expect(stopper.givenUp).rejects.toThrow('not stopped yet');
  await vi.advanceTimersByTimeAsync(600);
  await left;
  expect(stopper.isLeft).toBe(true);
  const over = vi.fn();
  void stopper.over(statement).then(over);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(over).toHaveBeenCalledTimes(1);
  expect(drop).not.toHaveBeenCalled();
});

test('a cancelled statement that never stops is dropped as well, after who cancelled has left', async () => {
  const drop = vi.fn();
  const stopper = new StatementStopper(never, drop);
  stopper.stop('cancelled', 100);
  const left = expect(stopper.givenUp).rejects.toThrow('not stopped yet');
  await vi.advanceTimersByTimeAsync(600);
  await left;
  expect(drop).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(drop).toHaveBeenCalledTimes(1);
});

test('a statement that ends by itself within the grace is not killed', async () => {
  const kill = vi.fn(never);
  const stopper = new StatementStopper(kill, () => undefined);
  stopper.stop('cancelled', 100);
  await stopper.settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kill).not.toHaveBeenCalled();
});
