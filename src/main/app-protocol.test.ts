import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ protocol: {} }));
const { answerAppRequest, contentSecurityPolicy, fileForUrl, isOwnPage } = await import('./app-protocol');

test('files of the app are found under their folder', () => {
  expect(fileForUrl('latchkey://app/index.html', '/out/renderer')).toBe('/out/renderer/index.html');
  expect(fileForUrl('latchkey://app/assets/a%20b.js', '/out/renderer')).toBe('/out/renderer/assets/a b.js');
});

test.each([
  'latchkey://app/..%2f..%2fetc/passwd.html',
  'latchkey://app/%2e%2e/%2e%2e/secret.html',
  'latchkey://app/..%5c..%5csecret.html',
  'latchkey://app/a%00.html',
  'latchkey://app/%E0%A4%A.html',
  'latchkey://other/index.html',
  'https://app/index.html',
  'file:///etc/hosts.html',
  'latchkey://app/passwd',
  'latchkey://app/native.node',
  'not a url',
])('nothing is served for %s', (url) => {
  const file = fileForUrl(url, '/out/renderer');
  if (file !== null) expect(file.startsWith('/out/renderer/')).toBe(true);
  else expect(file).toBeNull();
});

// Claim, The window: A path that leads out of the folder of the window is not read, however it is encoded.
test('a path that leads out of the folder is not read, however it is written', async () => {
  for (const url of ['latchkey://app/..%2fpackage.html', 'latchkey://app/%2e%2e%2f%2e%2e%2fx.html']) {
    expect((await answerAppRequest(url, '/out/renderer')).status).toBe(404);
  }
});

// Claim, The window: Every answer of the protocol carries the policy, which allows no remote host and nothing unsafe.
test('every answer carries the policy, also a refusal', async () => {
  const answer = await answerAppRequest('latchkey://app/absent.html', '/nowhere');
  expect(answer.status).toBe(404);
  expect(answer.headers['Content-Security-Policy']).toBe(contentSecurityPolicy);
  expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|\*/);
});

test('only pages of the app are own pages', () => {
  expect(isOwnPage('latchkey://app/index.html#x')).toBe(true);
  for (const url of [
    'latchkey://app.evil/index.html',
    'https://latchkey/',
    'about:blank',
    '',
    'latchkey:app',
  ]) {
    expect(isOwnPage(url)).toBe(false);
  }
});
