import { expect, test } from 'vitest';
import { serverOfFile } from './server-name';

test.each([
  ['db1.lks', 'db1'],
  ['db1-20261121T030405Z.lks', 'db1'],
  ['db1_2026-11-21T03-04-05.lks', 'db1'],
  ['db1.20261121.lks', 'db1'],
  ['shop-db-2.lks', 'shop-db-2'],
  ['latchkey-db1.example.com-3306-20261121T030405Z.lks', 'db1.example.com-3306'],
  ['2026-11-21T03-04-05_root@localhost-3306_1a2b3c4d.lks', 'root@localhost-3306'],
  ['db7/20261121T030405Z.lks', 'db7'],
  ['db7/2026-11/20261121T030405Z.lks', 'db7'],
  // A name that is all time stays what it is.
  ['20261121T030405Z.lks', '20261121T030405Z'],
])('%s is of the server %s', (file, server) => {
  expect(serverOfFile(file)).toBe(server);
});
