import { expect, test, vi } from 'vitest';
import type { RpcReply } from '../shared/rpc';
import { grantedPaths } from './granted-paths';
import { createRpcServer, type MainCalls } from './rpc-server';

const own = { url: 'latchkey://app/index.html', isMainFrame: true };

function server(
  reply: RpcReply = { ok: true, value: [] },
  { cancelled = [], answers = true }: { cancelled?: string[]; answers?: boolean } = {},
) {
  const calls: unknown[] = [];
  const main: MainCalls = {
    'dialog.open': async () => ({ path: '/chosen' }),
    'dialog.save': async () => ({ path: '/saved' }),
    'clipboard.write': async () => ({}),
    'window.open': async () => ({}),
    'shell.showFile': async () => ({}),
    'report.savePdf': async ({ path }) => ({ path }),
    'secrets.list': async () => ({ unavailable: null, profiles: [] }),
    'secrets.save': async () => ({}),
    'secrets.forget': async () => ({ removed: true }),
  };
  const paths = grantedPaths();
  const rpc = createRpcServer({
    isOwnPage: (url) => url.startsWith('latchkey://app/'),
    engine: {
      call: async (requestId, name, input, onProgress) => {
        calls.push({ name, input });
        onProgress({ done: 0, total: null, phase: requestId, note: '' });
        return answers ? reply : new Promise<never>(() => {});
      },
      cancel: (requestId) => void cancelled.push(requestId),
    },
    main,
    paths,
    addSecrets: async (input) => input,
  });
  const ask = (name: string, input: unknown, sender = own) =>
    rpc.answer(sender, { requestId: 'r', name, input }, () => {});
  return { rpc, ask, calls, cancelled, paths };
}

test('a valid call reaches the engine and its valid answer the window', async () => {
  const { ask, calls } = server();
  expect(await ask('snapshot.list', {})).toEqual({ ok: true, value: [] });
  expect(calls).toEqual([{ name: 'snapshot.list', input: {} }]);
});

// Claim, Between window and engine: Only the main frame of the window's own page is answered.
test.each([
  ['a frame inside the page', { ...own, isMainFrame: false }],
  ['a foreign page', { url: 'https://evil.example/', isMainFrame: true }],
  ['a page without address', { url: '', isMainFrame: true }],
])('%s is refused before anything runs', async (_who, sender) => {
  const { ask, calls, rpc } = server();
  expect(await ask('snapshot.list', {}, sender)).toMatchObject({ ok: false, error: { message: /Refused/ } });
  expect(calls).toEqual([]);
  expect(() => rpc.cancel(sender, 'r')).toThrow(/Refused/);
});

test('a name outside the contract and an input that does not fit are refused', async () => {
  const { ask, calls } = server();
  expect(await ask('shell.openExternal', {})).toMatchObject({ ok: false, error: { code: 'usage' } });
  expect(await ask('__proto__', {})).toMatchObject({ ok: false, error: { code: 'usage' } });
  expect(await ask('snapshot.open', { path: 7 })).toMatchObject({
    ok: false,
    error: { code: 'usage', message: expect.stringContaining('at path') },
  });
  expect(calls).toEqual([]);
});

// Claim, Between window and engine: What the schema of a call does not know does not reach the engine.
test('what the schema does not know is dropped from the input', async () => {
  const { ask, calls } = server();
  await ask('snapshot.list', { sql: 'DROP TABLE t' });
  expect(calls).toEqual([{ name: 'snapshot.list', input: {} }]);
});

// Claim, Between window and engine: An answer that breaks the contract does not reach the window.
test('an answer of the engine that breaks the contract does not reach the window', async () => {
  const { ask } = server({ ok: true, value: [{ id: 1 }] });
  expect(await ask('snapshot.list', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
});

test('an error document passes with code, message, hint and cause', async () => {
  const error = { code: 'access-denied', message: 'm', hint: 'h', cause: 'c' } as const;
  expect(await server({ ok: false, error }).ask('snapshot.list', {})).toEqual({ ok: false, error });
});

test('progress is reported under the request’s id', async () => {
  const { rpc } = server();
  const seen: string[] = [];
  await rpc.answer(own, { requestId: 'job-7', name: 'snapshot.list', input: {} }, (id) => seen.push(id));
  expect(seen).toEqual(['job-7']);
});

// Claim, Between window and engine: The window writes only where the user pointed in a dialog.
test('the window writes only where a dialog pointed', async () => {
  const { ask, calls, paths } = server({ ok: true, value: { path: '/home/dba/x.lks' } });
  const input = { id: 'x', path: '/home/dba/x.lks' };
  expect(await ask('snapshot.saveAs', input)).toMatchObject({ ok: false, error: { code: 'usage' } });
  expect(calls).toEqual([]);
  paths.grant('/home/dba/x.lks', ['write']);
  expect(await ask('snapshot.saveAs', input)).toMatchObject({ ok: true });
});

test('calls that are main’s own do not reach the engine', async () => {
  const { ask, calls } = server();
  expect(await ask('dialog.open', { title: 't', filters: [] })).toEqual({
    ok: true,
    value: { path: '/chosen' },
  });
  expect(calls).toEqual([]);
});

// Claim, Between window and engine: A window cancels its own requests only, also when it is closed.
test('a window cancels its own requests only, all of them when it is closed', async () => {
  const cancelled: string[] = [];
  const { rpc } = server({ ok: true, value: [] }, { cancelled, answers: false });
  void rpc.answer(own, { requestId: 'mine', name: 'snapshot.list', input: {} }, () => {});
  // The request is parsed and its passwords are looked up before it is under way.
  await vi.waitFor(() => {
    rpc.cancel(own, 'mine');
    expect(cancelled).toEqual(['mine']);
  });
  rpc.cancel(own, 'of another window');
  expect(cancelled).toEqual(['mine']);
  rpc.cancelAll();
  expect(cancelled).toEqual(['mine', 'mine']);
});
