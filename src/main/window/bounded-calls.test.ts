import { expect, test } from 'vitest';
import type { MainCalls } from '../rpc-server';
import { boundedCalls } from './bounded-calls';

/** Calls whose dialogs are answered by hand, and whose windows are counted. */
function bounded() {
  const dialogs: ((path: string | null) => void)[] = [];
  let windows = 1;
  let nowMs = 0;
  const ask = () =>
    new Promise<{ path: string | null }>((resolve) => {
      dialogs.push((path) => resolve({ path }));
    });
  const calls: MainCalls = {
    'dialog.open': ask,
    'dialog.save': ask,
    'clipboard.write': async () => ({}),
    'window.open': async () => {
      windows += 1;
      return {};
    },
    'shell.showFile': async () => ({}),
    'report.savePdf': async ({ path }) => ({ path }),
    'secrets.list': async () => ({ unavailable: null, profiles: [] }),
    'secrets.save': async () => ({}),
    'secrets.forget': async () => ({ removed: true }),
  };
  const main = boundedCalls(calls, { windows: () => windows, now: () => nowMs });
  return {
    main,
    dialogs,
    windows: () => windows,
    close: () => {
      windows -= 1;
    },
    wait: (ms: number) => {
      nowMs += ms;
    },
    open: () => main['dialog.open']({ title: 'Open', filters: [] }),
    save: () => main['dialog.save']({ title: 'Save', defaultName: 'a.lks', filters: [] }),
  };
}

test('a page that asks for windows without end gets a dozen, and more once some are closed', async () => {
  const { main, windows, close } = bounded();
  const asked = await Promise.allSettled(Array.from({ length: 200 }, () => main['window.open']({})));
  expect(windows()).toBe(12);
  expect(asked.filter(({ status }) => status === 'rejected').length).toBe(189);
  close();
  await main['window.open']({});
  await expect(main['window.open']({})).rejects.toMatchObject({ code: 'busy' });
});

test('one dialog of a window is open at a time, of whatever kind', async () => {
  const { open, save, dialogs } = bounded();
  const first = open();
  for (const ask of [open, save, open]) await expect(ask()).rejects.toMatchObject({ code: 'busy' });
  expect(dialogs.length).toBe(1);
  dialogs[0]?.('/a');
  expect(await first).toEqual({ path: '/a' });
});

test('after four dialogs that were closed without an answer there is a pause; an answer begins the count again', async () => {
  const { open, dialogs, wait } = bounded();
  const answer = async (path: string | null) => {
    const asked = open();
    dialogs.at(-1)?.(path);
    await asked;
  };
  for (const path of [null, null, null, '/a', null, null, null, null]) await answer(path);
  await expect(open()).rejects.toMatchObject({ code: 'busy' });
  expect(dialogs.length).toBe(8);
  wait(20_000);
  await answer('/a');
});
