import { expect, test } from 'vitest';
import type { Progress } from '../shared/progress';
import type { ToEngine } from '../shared/rpc/engine-messages';
import { type ChildProcess, superviseEngine } from './engine-process';

function fakeChild() {
  const listeners = { message: (_message: unknown) => {}, exit: (_code: number) => {} };
  const sent: ToEngine[] = [];
  let killed = false;
  const child: ChildProcess = {
    postMessage: (message) => sent.push(message),
    kill: () => {
      killed = true;
      listeners.exit(137);
      return true;
    },
    on: (event: string, listener: (argument: never) => void) => {
      Object.assign(listeners, { [event]: listener });
    },
  };
  return {
    child,
    sent,
    say: (message: unknown) => listeners.message(message),
    exit: (code: number) => listeners.exit(code),
    wasKilled: () => killed,
  };
}

function supervise() {
  const children: ReturnType<typeof fakeChild>[] = [];
  const stopped: string[] = [];
  const faults: string[] = [];
  const engine = superviseEngine({
    fork: () => {
      const next = fakeChild();
      children.push(next);
      return next.child;
    },
    onStopped: (message) => stopped.push(message),
    onFault: (message) => faults.push(message),
  });
  engine.start();
  const child = (index: number) => {
    const found = children[index];
    if (found === undefined) throw new Error(`no child ${index}`);
    return found;
  };
  return { engine, child, count: () => children.length, stopped, faults };
}

test('a call is sent and its reply, with progress, comes back', async () => {
  const { engine, child } = supervise();
  const seen: Progress[] = [];
  const reply = engine.call('r', 'snapshot.list', {}, (progress) => seen.push(progress));
  const progress = { done: 1, total: null, phase: 'collect', note: 'status' };
  child(0).say({ kind: 'progress', requestId: 'r', progress });
  child(0).say({ kind: 'reply', requestId: 'r', reply: { ok: true, value: [] } });
  expect(await reply).toEqual({ ok: true, value: [] });
  expect(seen).toEqual([progress]);
  expect(child(0).sent).toEqual([{ kind: 'request', requestId: 'r', name: 'snapshot.list', input: {} }]);
});

test('when the process dies, pending calls fail, the window is notified and it is started once more', async () => {
  const { engine, child, count, stopped } = supervise();
  const reply = engine.call('r', 'snapshot.list', {}, () => {});
  child(0).exit(9);
  expect(await reply).toMatchObject({
    ok: false,
    error: { code: 'internal', message: expect.stringContaining('code 9') },
  });
  expect(count()).toBe(2);
  expect(stopped).toEqual([expect.stringContaining('started again')]);

  const second = engine.call('r', 'snapshot.list', {}, () => {});
  child(1).say({ kind: 'reply', requestId: 'r', reply: { ok: true, value: 1 } });
  expect(await second).toEqual({ ok: true, value: 1 });

  child(1).exit(9);
  expect(count()).toBe(2);
  expect(stopped[1]).toContain('Restart Latchkey');
  expect(await engine.call('x', 'snapshot.list', {}, () => {})).toMatchObject({ ok: false });
});

test('closing asks first, and is not taken for a death', async () => {
  const { engine, child, stopped } = supervise();
  const closed = engine.close(60_000);
  expect(child(0).sent).toEqual([{ kind: 'close' }]);
  child(0).exit(0);
  await closed;
  expect(stopped).toEqual([]);
  expect(child(0).wasKilled()).toBe(false);
});

test('an engine that does not close in time is ended', async () => {
  const { engine, child } = supervise();
  await engine.close(1);
  expect(child(0).wasKilled()).toBe(true);
});

test('cancel reaches only a call that runs', () => {
  const { engine, child } = supervise();
  void engine.call('r', 'snapshot.list', {}, () => {});
  engine.cancel('other');
  engine.cancel('r');
  expect(child(0).sent.filter((message) => message.kind === 'cancel')).toEqual([
    { kind: 'cancel', requestId: 'r' },
  ]);
});

test('the same request id twice is refused', async () => {
  const { engine } = supervise();
  void engine.call('r', 'snapshot.list', {}, () => {});
  expect(await engine.call('r', 'snapshot.list', {}, () => {})).toMatchObject({ ok: false });
});

test('a message outside the contract is reported', () => {
  const { child, faults } = supervise();
  child(0).say({ kind: 'surprise' });
  expect(faults).toHaveLength(1);
});
