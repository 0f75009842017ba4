import { expect, test } from 'vitest';
import { readCommandLine } from './command-line';

const nothing = { open: null, screenshot: null, userDataDir: null };

test('flags of the test driver and of Chromium are ignored', () => {
  const args = [
    '/electron',
    '--no-sandbox',
    '--inspect=0',
    '--remote-debugging-port=0',
    '/app',
    '--enable-x=a.lks',
  ];
  expect(readCommandLine(args, {}, '/cwd')).toEqual(nothing);
});

test('own switches are read, and relative paths start at the working folder', () => {
  const args = ['/electron', '/app', '--open=a.lks', '--screenshot=/tmp/s.png', '--user-data-dir=profile'];
  expect(readCommandLine(args, {}, '/cwd')).toEqual({
    open: '/cwd/a.lks',
    screenshot: '/tmp/s.png',
    userDataDir: '/cwd/profile',
  });
});

test('a bare snapshot file is opened, as a file manager passes it', () => {
  expect(readCommandLine(['/latchkey', '/data/Slow Monday.LKS'], {}, '/').open).toBe('/data/Slow Monday.LKS');
});

test('the picture may also be asked for by the environment', () => {
  expect(readCommandLine(['/e'], { LATCHKEY_SCREENSHOT: 'out.png' }, '/cwd').screenshot).toBe('/cwd/out.png');
});
