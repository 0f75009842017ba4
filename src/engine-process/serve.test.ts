import { expect, test } from 'vitest';
import { LatchkeyError } from '../shared/base/error';
import type { FromEngine } from '../shared/rpc/engine-messages';
import { type ServedEngine, serveEngine } from './serve';

function serve(engine: Partial<ServedEngine>) {
  const sent: FromEngine[] = [];
  const log: string[] = [];
  const server = serveEngine(
    {
      call: async () => ({}),
      close: async () => {
        log.push('closed');
      },
      ...engine,
    },
    { post: (message) => sent.push(message) },
    () => log.push('exit'),
  );
  return { server, sent, log };
}

test('a request is answered with the value, under its own id', async () => {
  const { server, sent } = serve({ call: async (name, input) => ({ name, input }) });
  await server.receive({ kind: 'request', requestId: 'r1', name: 'analysis.get', input: { id: 'x' } });
  expect(sent).toEqual([
    {
      kind: 'reply',
      requestId: 'r1',
      reply: { ok: true, value: { name: 'analysis.get', input: { id: 'x' } } },
    },
  ]);
});

test('an error comes back as a document with code, message, hint and cause', async () => {
  const { server, sent } = serve({
    call: async () => {
      throw new LatchkeyError('access-denied', 'Refused.', {
        hint: 'Check the password.',
        cause: new Error('1045'),
      });
    },
  });
  await server.receive({ kind: 'request', requestId: 'r', name: 'snapshot.list', input: {} });
  expect(sent).toEqual([
    {
      kind: 'reply',
      requestId: 'r',
      reply: {
        ok: false,
        error: { code: 'access-denied', message: 'Refused.', hint: 'Check the password.', cause: '1045' },
      },
    },
  ]);
});

test('cancel fires the signal of its own request only', async () => {
  const signals: AbortSignal[] = [];
  const { server, sent } = serve({
    call: (_name, _input, job) => {
      signals.push(job.signal);
      return new Promise((resolve) => job.signal.addEventListener('abort', () => resolve('partial')));
    },
  });
  const first = server.receive({ kind: 'request', requestId: 'a', name: 'snapshot.list', input: {} });
  void server.receive({ kind: 'request', requestId: 'b', name: 'snapshot.list', input: {} });
  await server.receive({ kind: 'cancel', requestId: 'a' });
  await first;
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
  expect(sent).toEqual([{ kind: 'reply', requestId: 'a', reply: { ok: true, value: 'partial' } }]);
});

test('progress carries the request id, and stops with the answer', async () => {
  const progress = { done: 1, total: 2, phase: 'collect', note: 'variables' };
  let late = () => {};
  const { server, sent } = serve({
    call: async (_name, _input, job) => {
      job.report(progress);
      late = () => job.report(progress);
      return 1;
    },
  });
  await server.receive({ kind: 'request', requestId: 'r', name: 'snapshot.list', input: {} });
  late();
  expect(sent.map((message) => message.kind)).toEqual(['progress', 'reply']);
  expect(sent[0]).toEqual({ kind: 'progress', requestId: 'r', progress });
});

test('close cancels what runs, waits for it, closes the engine, says so and exits', async () => {
  const { server, sent, log } = serve({
    call: (_name, _input, job) =>
      new Promise((resolve) =>
        job.signal.addEventListener('abort', () => {
          log.push('job ended');
          resolve(0);
        }),
      ),
  });
  void server.receive({ kind: 'request', requestId: 'r', name: 'snapshot.list', input: {} });
  await server.receive({ kind: 'close' });
  expect(log).toEqual(['job ended', 'closed', 'exit']);
  expect(sent.map((message) => message.kind)).toEqual(['reply', 'closed']);
});

test('what is asked while it closes is not begun: nobody would wait for it', async () => {
  let finish = () => {};
  const begun: string[] = [];
  const { server, sent, log } = serve({
    call: (name) => {
      begun.push(name);
      return new Promise((resolve) => {
        finish = () => resolve({});
      });
    },
  });
  const first = server.receive({ kind: 'request', requestId: 'r1', name: 'probe.run', input: {} });
  const closing = server.receive({ kind: 'close' });
  await server.receive({ kind: 'request', requestId: 'r2', name: 'snapshot.list', input: {} });
  expect(sent).toMatchObject([
    { kind: 'reply', requestId: 'r2', reply: { ok: false, error: { code: 'cancelled' } } },
  ]);
  expect(log).toEqual([]);
  finish();
  await Promise.all([first, closing]);
  expect(begun).toEqual(['probe.run']);
  expect(log).toEqual(['closed', 'exit']);
});

test('an engine that cannot close is reported, and the process still ends', async () => {
  const { server, sent, log } = serve({ close: async () => Promise.reject(new Error('locked')) });
  await server.receive({ kind: 'close' });
  expect(sent.map((message) => message.kind)).toEqual(['fault', 'closed']);
  expect(log).toEqual(['exit']);
});

test('a message that is none, and a call that is main’s, are answered without harm', async () => {
  const { server, sent } = serve({});
  await server.receive('nonsense');
  await server.receive({ kind: 'request', requestId: 'r', name: 'dialog.open', input: {} });
  expect(sent[0]).toMatchObject({ kind: 'fault' });
  expect(sent[1]).toMatchObject({ kind: 'reply', reply: { ok: false, error: { code: 'internal' } } });
});
