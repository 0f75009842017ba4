import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

// Claim, The window: The page of the window has neither Node nor Electron.
test('the page has no Node and no Electron', async ({ latchkey }) => {
  const found = await latchkey.page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'global', '__dirname', 'electron', 'ipcRenderer'].filter(
      (name) => name in globalThis,
    ),
  );
  expect(found).toEqual([]);
});

// Claim, The window: The preload script gives the page four functions and nothing else.
test('the preload script exposes exactly these functions', async ({ latchkey }) => {
  const surface = await latchkey.page.evaluate(() =>
    Object.fromEntries(Object.entries(window.latchkey).map(([name, value]) => [name, typeof value])),
  );
  expect(surface).toEqual({
    call: 'function',
    cancel: 'function',
    onEvent: 'function',
    pathForFile: 'function',
  });
});

// Claim, The window: The window is sandboxed and isolated, without Node, and served from an origin of its own instead of file://.
test('the window is sandboxed, isolated, and of our own origin', async ({ latchkey }) => {
  const preferences = await latchkey.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Not in the type definitions; there since Electron 1.8.
    const read: unknown = contents === undefined ? undefined : Reflect.get(contents, 'getLastWebPreferences');
    const last: unknown = typeof read === 'function' ? Reflect.apply(read, contents, []) : undefined;
    return { url: contents?.getURL(), last };
  });
  expect(preferences.url).toBe('latchkey://app/index.html');
  expect(preferences.last).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
  });
});

// Claim, The window: Its content security policy runs no inline script and no evaluated code, and lets the page open no connection.
test('the policy blocks inline scripts, evaluated code and connections', async ({ latchkey }) => {
  latchkey.errorsExpected = true;
  const blocked = await latchkey.page.evaluate(async () => {
    const directives: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      directives.push(event.effectiveDirective),
    );
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    document.body.append(script);
    const fetched = await fetch('https://example.com/').then(
      () => true,
      () => false,
    );
    // The test driver may evaluate code; a timer of the page may not.
    const evaluated = await new Promise<boolean>((resolve) => {
      setTimeout(() => {
        try {
          resolve(new Function('return true')());
        } catch {
          resolve(false);
        }
      }, 0);
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    return { inline: 'wasRun' in window, fetched, evaluated, directives };
  });
  expect(blocked).toMatchObject({ inline: false, fetched: false, evaluated: false });
  expect(blocked.directives.some((directive) => directive.startsWith('script-src'))).toBe(true);
  expect(blocked.directives).toContain('connect-src');
});

// Claim, The window: The page can neither open a window nor lead anywhere else.
test('no window can be opened and no page left', async ({ latchkey }) => {
  latchkey.errorsExpected = true;
  const { page } = latchkey;
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'https://example.com/';
    document.body.append(link);
    link.click();
    location.assign('file:///etc/hosts');
  });
  // A round trip through main: by then a navigation would have begun.
  await latchkey.electron.evaluate(() => undefined);
  expect(page.url()).toBe('latchkey://app/index.html');
  expect(await latchkey.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
    1,
  );
});

// Claim, The window: Every permission (camera, notifications, clipboard reading and the like) is denied.
test('every permission is denied', async ({ latchkey }) => {
  const states = await latchkey.page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'];
    const read = async (name: string) => {
      // Not every name is in the type of every browser version.
      const descriptor = Object.assign({ name: 'geolocation' as const }, { name });
      return (await navigator.permissions.query(descriptor)).state;
    };
    return Promise.all(names.map(read));
  });
  expect(new Set(states)).toEqual(new Set(['denied']));
});

// Claim, Between window and engine: Calls outside the contract, inputs that do not fit it and files that no dialog gave are refused; no call opens a link outside.
test('main refuses calls outside the contract and inputs that do not fit', async ({ latchkey }) => {
  const replies = await latchkey.page.evaluate(async () => {
    const send = (name: string, input: unknown): Promise<unknown> =>
      Reflect.apply(window.latchkey.call, undefined, [name, input]).reply;
    return [
      await send('shell.openExternal', { url: 'https://example.com' }),
      await send('snapshot.open', { path: 42 }),
      await send('plan.save', {
        id: 'x',
        choices: { accepted: [], locked: [], set: {} },
        format: 'cnf',
        path: '/etc/my.cnf',
      }),
    ];
  });
  for (const reply of replies) expect(reply).toMatchObject({ ok: false, error: { code: 'usage' } });
  expect(JSON.stringify(replies[2])).toContain('not chosen in a dialog');
});

// Claim, The window: The protocol of the window serves the files of the window only.
test('nothing outside the folder of the window is served', async ({ latchkey }) => {
  latchkey.errorsExpected = true;
  const served = await latchkey.electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const read = (path: string) =>
      contents?.executeJavaScript(`new Promise((done) => {
        const image = new Image();
        image.onload = () => done('loaded');
        image.onerror = () => done('refused');
        image.src = ${JSON.stringify(path)};
      })`);
    return [await read('latchkey://app/..%2f..%2fpackage.json'), await read('latchkey://other/index.html')];
  });
  expect(served).toEqual(['refused', 'refused']);
});

// Claim, Between window and engine: A page that was taken over can neither read a file nor open a socket: no call takes a path that nobody gave, whichever of its arguments is one.
test('no call takes a path that nobody gave', async ({ latchkey, folder }) => {
  const [secret, socket] = [join(folder, 'secret.cnf'), join(folder, 'other.sock')];
  await writeFile(secret, '[client]\nuser=stolen-by-the-page\npassword=x\n');
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  await latchkey.personAllows(false);
  try {
    const connect = (part: object) => ({ target: { user: 'u', ...part }, secrets: {} });
    const take = { windowSeconds: 0, intervalMs: 1000, keepLiterals: true, declaredHost: {} };
    const choices = { accepted: [], locked: [], set: {} };
    const ways: [string, unknown][] = [
      ['snapshot.open', { path: secret }],
      ['probe.openResult', { path: secret }],
      ['import.open', { path: secret, keepLiterals: true, declaredHost: {} }],
      ['compare.files', { a: secret, b: secret }],
      ['plan.render', { id: 'x', choices, format: 'cnf', myCnfPath: secret }],
      ['shell.showFile', { path: secret }],
      ['chart.save', { path: secret, content: { kind: 'csv', text: 'x' } }],
      ...['sslCa', 'sslCert', 'sslKey', 'defaultsFile', 'loginPath'].map((field): [string, unknown] => [
        'connection.test',
        connect({ host: '127.0.0.1', port: 1, [field]: secret }),
      ]),
      ...['key', 'knownHosts'].map((field): [string, unknown] => [
        'connection.test',
        connect({ host: '127.0.0.1', ssh: { host: '127.0.0.1', port: 1, [field]: secret } }),
      ]),
      ['connection.test', connect({ socket })],
      ['snapshot.take', { ...connect({ socket }), ...take }],
      ['profiles.save', { name: 'p', target: { defaultsFile: secret }, declaredHost: {} }],
    ];
    // What the page makes up is no file that a person dropped.
    const made = await latchkey.page.evaluate((path) => {
      const file = Object.defineProperty(new File(['x'], 'x.lks'), 'path', { value: path });
      const paths = [file, { path, name: path }].map((one) => {
        try {
          return Reflect.apply(window.latchkey.pathForFile, undefined, [one]);
        } catch {
          return '';
        }
      });
      return paths;
    }, secret);
    expect(made).toEqual(['', '']);
    const replies = await latchkey.page.evaluate(
      (calls) =>
        Promise.all(
          calls.map(([name, input]) => Reflect.apply(window.latchkey.call, undefined, [name, input]).reply),
        ),
      ways,
    );
    replies.forEach((reply, index) => {
      expect(reply, String(ways[index]?.[0])).toMatchObject({ ok: false, error: { code: 'usage' } });
      expect(JSON.stringify(reply)).toContain('not chosen in a dialog');
      expect(JSON.stringify(reply)).not.toContain('stolen-by-the-page');
    });
    expect(connections).toBe(0);
    expect(await readFile(secret, 'utf8')).toContain('stolen-by-the-page');
  } finally {
    server.close();
  }
});
