import { expect, test } from 'vitest';
import type { Progress } from '../shared/progress';
import type { RpcEvent, RpcReply, RpcRequest } from '../shared/rpc';
import { createBridge } from './bridge';

function bridge() {
  const sent: RpcRequest[] = [];
  const cancelled: string[] = [];
  const dropped: string[] = [];
  let push: (event: RpcEvent) => void = () => {};
  let answer: (reply: RpcReply) => void = () => {};
  const created = createBridge({
    newId: () => `id-${sent.length}`,
    invoke: (request) => {
      sent.push(request);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    cancel: (requestId) => cancelled.push(requestId),
    listen: (receive) => {
      push = receive;
    },
    pathOf: (file) => file.name,
    dropped: (path) => dropped.push(path),
  });
  return {
    created,
    dropped,
    sent,
    cancelled,
    push: (event: RpcEvent) => push(event),
    answer: (reply: RpcReply) => answer(reply),
  };
}

test('the page sees these four functions and nothing else', () => {
  const { created } = bridge();
  expect(Object.keys(created).sort()).toEqual(['call', 'cancel', 'onEvent', 'pathForFile']);
  for (const value of Object.values(created)) expect(value).toBeTypeOf('function');
});

test('a call travels with an id of its own, and its reply comes back as it is', async () => {
  const { created, sent, answer } = bridge();
  const { requestId, reply } = created.call('snapshot.list', {});
  answer({ ok: true, value: [] });
  expect(sent).toEqual([{ requestId, name: 'snapshot.list', input: {} }]);
  expect(await reply).toEqual({ ok: true, value: [] });
});

test('progress reaches its own call only, and only while it runs', async () => {
  const { created, push, answer } = bridge();
  const seen: Progress[] = [];
  const { requestId, reply } = created.call('snapshot.take', {}, (progress) => seen.push(progress));
  const progress = { done: 1, total: 2, phase: 'collect', note: '' };
  push({ kind: 'progress', requestId: 'another', progress });
  push({ kind: 'progress', requestId, progress });
  answer({ ok: true, value: {} });
  await reply;
  push({ kind: 'progress', requestId, progress });
  expect(seen).toEqual([progress]);
});

test('events that come before anyone listens are kept for the first listener', () => {
  const { created, push } = bridge();
  const seen: RpcEvent[] = [];
  push({ kind: 'open-file', path: '/a.lks' });
  const stop = created.onEvent((event) => seen.push(event));
  push({ kind: 'menu', command: 'open-snapshot' });
  stop();
  push({ kind: 'menu', command: 'take-snapshot' });
  expect(seen).toEqual([
    { kind: 'open-file', path: '/a.lks' },
    { kind: 'menu', command: 'open-snapshot' },
  ]);
});

test('cancel passes the id of the call', () => {
  const { created, cancelled } = bridge();
  created.cancel('id-0');
  expect(cancelled).toEqual(['id-0']);
});

test('the path of a file that was dropped is reported to main, that of a file without one is not', () => {
  const { created, dropped } = bridge();
  expect(created.pathForFile(new File([], '/dropped.lks'))).toBe('/dropped.lks');
  expect(created.pathForFile(new File([], ''))).toBe('');
  expect(dropped).toEqual(['/dropped.lks']);
});
