import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { completeFromLoginPath, decryptLoginFile, loginPathFile } from './login-path';

/** Written by mysql_config_editor of MySQL 9.7.4. */
const written = Buffer.from(
  [
    'AAAAABEZBhEbHA0OEwIKCh0AEQoCBBAQEAAAAKN3hk4bmRAfRyU9nKB/BckQAAAAavTazLblKug8lghNrrDN3iAAAACuqfWM75VH',
    '5IIBZQbKG+GnerXrWrIkMhdzYPK8zBGn1SAAAAB3eBNe+q8jSGrmg2AYcoEY9h8kqmW0PS075mFDblvl9xAAAADzGP9OikakIaze',
    '1m87da4IIAAAAECDJnkqzPVPQUWGAgqsT/o7Dk7e9PlUWnWDZALkAkMcIAAAAELKO9oFpTwygHwa1cv+a0l7xxiA6eEY5l4d/nvg',
    '1dZFIAAAAGEPjf53o8iN31HJsMwVTM4dxMeL4RdGwXyZs5aYEVfTEAAAAJ8LB7Lch0nDEJ/YUzlu0n4QAAAAq4xCoTEfOy3kUqP+',
    'WiFAYxAAAADoh6tXu9QHiAA8H/y4rkuXIAAAAF1+oe1FvoFrS/Ioa7Rq6dxU1YTMKudldGNtr6I9BBFbMAAAACSVb4c9i3pEhpoI',
    'pZJ6mt3ZpPpEGH5AARPhCzjjaz/9vnjAI9zL7YFXCwiJU60odhAAAAChHhoqq/4MemHnudWBKhVhEAAAAHvkXHed7KLR8EmAo+zs',
    'ARYQAAAA/Ag3BBRA6PhfznJbHSJLHg==',
  ].join(''),
  'base64',
);

const folder = mkdtempSync(join(tmpdir(), 'latchkey-login-'));
const file = join(folder, '.mylogin.cnf');
writeFileSync(file, written, { mode: 0o600 });
afterAll(() => rmSync(folder, { recursive: true }));

const complete = (
  ...[target, secrets = {}]: [Parameters<typeof completeFromLoginPath>[0], { password?: string }?]
) => completeFromLoginPath(target, secrets, file);

describe('login paths', () => {
  test('the file of mysql_config_editor is read', () => {
    expect(decryptLoginFile(written, file).split('\n').slice(0, 5)).toEqual([
      '[client]',
      'user = "root"',
      'password = "plain"',
      'host = "localhost"',
      '[prod]',
    ]);
  });

  test('values are what my_print_defaults of the same version makes of them; [client] fills what is open', async () => {
    expect(await complete({ loginPath: 'prod' })).toEqual({
      target: { loginPath: 'prod', user: 'mon itor', host: 'db1.example.com', port: 3307 },
      secrets: { password: 'p#a"s \'w ö;rd' },
    });
    expect(await complete({ loginPath: 'local' })).toEqual({
      target: { loginPath: 'local', user: "o'x", host: 'localhost', socket: '/run/mysqld/my sql.sock' },
      secrets: { password: '  lead\n' },
    });
  });

  test('what is given wins; an address is not mixed', async () => {
    const given = { loginPath: 'prod', user: 'me', host: 'other' };
    expect(await complete(given, { password: 'mine' })).toEqual({
      target: { ...given, port: 3307 },
      secrets: { password: 'mine' },
    });
    expect((await complete({ loginPath: 'prod', socket: '/s' })).target).toEqual({
      loginPath: 'prod',
      user: 'mon itor',
      socket: '/s',
    });
    expect((await complete({ loginPath: 'local', host: 'h' })).target).not.toHaveProperty('socket');
  });

  test('the group suffix', async () => {
    expect(await complete({ loginPath: 'prod', defaultsGroupSuffix: '_eu' })).toMatchObject({
      target: { user: 'eu', host: 'db1.example.com' },
      secrets: { password: '' },
    });
  });

  test('no login path, no file, an unknown one, one open to others', async () => {
    expect(await complete({ host: 'h' })).toEqual({ target: { host: 'h' }, secrets: {} });
    await expect(complete({ loginPath: 'none' })).rejects.toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('mysql_config_editor print --all'),
    });
    await expect(completeFromLoginPath({ loginPath: 'x' }, {}, join(folder, 'no'))).rejects.toMatchObject({
      code: 'file-not-found',
    });
    if (process.platform === 'win32') return;
    chmodSync(file, 0o640);
    await expect(complete({ loginPath: 'prod' })).rejects.toMatchObject({
      code: 'file-unreadable',
      hint: expect.stringContaining('chmod 600'),
    });
    chmodSync(file, 0o600);
  });

  test('a damaged file is refused or read, never anything else', () => {
    const outcome = (bytes: Buffer) => {
      try {
        return typeof decryptLoginFile(bytes, file);
      } catch (error) {
        return Reflect.get(Object(error), 'code');
      }
    };
    for (let length = 0; length < written.length; length += 1) {
      expect(['string', 'file-unreadable']).toContain(outcome(written.subarray(0, length)));
    }
    fc.assert(
      fc.property(fc.nat(written.length - 1), fc.nat(255), (at, value) => {
        const bytes = Buffer.from(written);
        bytes.writeUInt8(value, at);
        expect(['string', 'file-unreadable']).toContain(outcome(bytes));
      }),
    );
    expect(outcome(Buffer.from('[client]\nuser = root\npassword = secret\n'))).toBe('file-unreadable');
  });

  test('where the file is', () => {
    expect(loginPathFile({}, 'linux', '/home/me')).toBe(join('/home/me', '.mylogin.cnf'));
    expect(loginPathFile({ MYSQL_TEST_LOGIN_FILE: '/x' }, 'linux', '/home/me')).toBe('/x');
    expect(loginPathFile({ APPDATA: 'C:\\Users\\me\\AppData' }, 'win32', 'C:\\Users\\me')).toBe(
      'C:\\Users\\me\\AppData\\MySQL\\.mylogin.cnf',
    );
  });
});
