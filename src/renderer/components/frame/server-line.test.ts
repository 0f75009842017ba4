import { expect, test } from 'vitest';
import { versionName, windowText } from './server-line';

test('a window is shown in whole seconds, and one that was cancelled at once is not 0 s', () => {
  expect(windowText(null)).toBe('one moment');
  expect(windowText(0.4)).toBe('window under 1 s');
  expect(windowText(59.97)).toBe('window 60 s');
});

test('a server is identified by its flavour and the digits of its version', () => {
  expect(versionName('mariadb', '11.8.6-MariaDB-0+deb13u1 from Debian')).toBe('MariaDB 11.8.6');
  expect(versionName('percona', '8.0.36-28')).toBe('Percona Server 8.0.36');
  expect(versionName('other', '1.2.3')).toBe('1.2.3');
  expect(versionName('mysql', 'unknown')).toBe('unknown');
});
