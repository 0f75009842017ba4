import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeTerminal } from '../../test/cli/fake-terminal';
import { LatchkeyError } from '../shared/base/error';
import {
  type ConnectionOptions,
  connectionSecrets,
  connectionTarget,
  refusePasswordArguments,
} from './connection-options';
import { parseHostCpus, parseHostIops, parseHostMemory, parseSshTarget } from './option-values';
import { terminalOver } from './terminal';

function usageError(body: () => unknown): LatchkeyError {
  try {
    body();
  } catch (error) {
    if (error instanceof LatchkeyError && error.code === 'usage') return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('a URL with TLS mode and files; options win', () => {
  const url = 'mysql://mon%20itor@[::1]:3307/ignored?ssl-mode=VERIFY_CA&ssl-ca=%2Fetc%2Fca.pem';
  expect(connectionTarget(url, { port: 3308, sslMode: 'required' })).toEqual({
    host: '::1',
    port: 3308,
    user: 'mon itor',
    sslMode: 'required',
    sslCa: '/etc/ca.pem',
  });
  expect(connectionTarget('mysql://root@localhost?socket=/run/mysqld/mysqld.sock', {})).toEqual({
    host: 'localhost',
    user: 'root',
    socket: '/run/mysqld/mysqld.sock',
  });
});

test('the RSA key of the server, by URL and by options', () => {
  const key = { serverPublicKeyPath: '/keys/a b.pem', getServerPublicKey: true };
  const url = 'mysql://u@h?server-public-key-path=%2Fkeys%2Fa%20b.pem&get-server-public-key=1';
  expect(connectionTarget(url, {})).toEqual({ host: 'h', user: 'u', ...key });
  expect(connectionTarget('mysql://u@h', key)).toEqual({ host: 'h', user: 'u', ...key });
  expect(connectionTarget('mysql://u@h?get-server-public-key=off', {}).getServerPublicKey).toBe(false);
});

test.each([
  ['mysql://u:sesame@h', /A password in a URL is refused/],
  ['mysql://u@h?password=sesame', /A password in a URL is refused/],
  ['mysql://u@h?sesame=1', /parameter that is not known/],
  ['mysql://u@h?ssl-mode=sesame', /must be one of disabled/],
  ['mysql://u@h?get-server-public-key=sesame', /must be 1 or 0/],
  ['http://sesame', /given by options or as mysql:/],
  ['mysql://%ff-sesame@h', /not encoded correctly/],
])('%s is refused and not repeated', (url, message) => {
  const error = usageError(() => connectionTarget(url, {}));
  expect(error.message).toMatch(message);
  expect(JSON.stringify(error.toDocument())).not.toContain('sesame');
});

test.each([
  [{ socket: '' }, '--socket'],
  [{ host: '' }, '--host'],
  [{ loginPath: '' }, '--login-path'],
  [{ ssh: { host: 'h' }, sshKey: '' }, '--ssh-key'],
] satisfies [ConnectionOptions, string][])('an empty value is a usage error: %j', (options, name) => {
  expect(usageError(() => connectionTarget(undefined, options)).message).toContain(name);
});

test('the option file of the home folder is read unless another is named or none is wanted', () => {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-home-'));
  try {
    expect(connectionTarget(undefined, {}, { HOME: home })).toEqual({});
    writeFileSync(join(home, '.my.cnf'), '[client]\n');
    expect(connectionTarget(undefined, {}, { HOME: home })).toEqual({ defaultsFile: join(home, '.my.cnf') });
    expect(connectionTarget(undefined, { defaults: false }, { HOME: home })).toEqual({});
    expect(connectionTarget(undefined, { defaultsFile: '/x' }, { HOME: home })).toEqual({
      defaultsFile: '/x',
    });
    expect(connectionTarget(undefined, { defaults: true })).toEqual({});
  } finally {
    rmSync(home, { recursive: true });
  }
});

test('SSH host, key and known hosts', () => {
  expect(parseSshTarget('me@db1:2222')).toEqual({ user: 'me', host: 'db1', port: 2222 });
  expect(parseSshTarget('db1')).toEqual({ host: 'db1' });
  expect(parseSshTarget('me@[fe80::1%eth0]:22')).toEqual({ user: 'me', host: 'fe80::1%eth0', port: 22 });
  for (const wrong of ['', 'me:pw@db1', 'a@b@c', 'db1:0', 'db1:99999', 'fe80::1', 'me@']) {
    expect(() => parseSshTarget(wrong)).toThrow();
  }
  const ssh = { host: 'db1' };
  expect(connectionTarget(undefined, { ssh, sshKey: 'k', sshKnownHosts: 'f' })).toEqual({
    ssh: { host: 'db1', key: 'k', knownHosts: 'f' },
  });
  expect(usageError(() => connectionTarget(undefined, { sshKey: 'k' })).hint).toContain('--ssh user@host');
});

test.each([
  [['snapshot', '--ssh-password=sesame']],
  [['snapshot', '--ssh', 'me:sesame@db1']],
  [['snapshot', '--ssh=me:sesame@db1:22']],
])('an SSH password in %j is refused and not repeated', (argv) => {
  const error = usageError(() => refusePasswordArguments(argv));
  expect(JSON.stringify(error.toDocument())).not.toContain('sesame');
  expect(error.hint).toContain('--ssh-password-stdin');
});

test('passwords of the server and of SSH come from the terminal, standard input or the environment', async () => {
  const secrets = (options: ConnectionOptions, setUp: Parameters<typeof fakeTerminal>[0]) =>
    connectionSecrets(options, terminalOver(fakeTerminal(setUp).terminal));
  const ssh = { host: 'db1' };
  expect(await secrets({ ssh, sshPassword: true }, { typed: 't' })).toEqual({ sshPassword: 't' });
  expect(await secrets({ ssh, sshPasswordStdin: true }, { stdin: 'two\nlines' })).toEqual({
    sshPassword: 'two\nlines',
  });
  expect(await secrets({ ssh, sshPasswordStdin: true, passwordStdin: true }, { stdin: 'one\ntwo' })).toEqual({
    password: 'one',
    sshPassword: 'two',
  });
  await expect(
    secrets({ ssh, sshPasswordStdin: true, passwordStdin: true }, { stdin: 'one' }),
  ).rejects.toMatchObject({ code: 'usage' });
  await expect(secrets({ ssh, sshPassword: true, sshPasswordStdin: true }, {})).rejects.toMatchObject({
    code: 'usage',
  });
  const environment = { LATCHKEY_SSH_PASSWORD: 'e', LATCHKEY_PASSWORD: 'p' };
  expect(await secrets({ ssh }, { environment })).toEqual({ password: 'p', sshPassword: 'e' });
  expect(await secrets({}, { environment })).toEqual({ password: 'p' });
});

test('what no host has is refused with the range', () => {
  expect(parseHostMemory('64G')).toBe(64 * 2 ** 30);
  for (const text of ['1K', '64', '0', '-1G', `1${'0'.repeat(30)}`, '1000E', 'much', 'NaN', '1e30']) {
    expect(() => parseHostMemory(text), text).toThrow(/^Give (?:64 MiB to 256 TiB, )?(?:such as|a size)/);
  }
  expect(parseHostCpus('8192')).toBe(8192);
  for (const text of ['0', '-4', '1.5', '8193', '10000000000000']) {
    expect(() => parseHostCpus(text), text).toThrow(/^Give/);
  }
  expect(parseHostIops('20000')).toBe(20_000);
  for (const text of ['0', '100000001', '1e9']) expect(() => parseHostIops(text), text).toThrow(/^Give/);
});
