import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defined } from '../../shared/base/defined';
import { createSecretVault, type Keychain } from './secret-vault';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-vault-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Hides a text well enough to see that it is hidden. */
const keychain: Keychain = {
  unavailable: () => null,
  seal: (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x5a)),
  open: (sealed) => Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString(),
};
const file = () => join(folder, 'inner', 'kept.json');
const target = { host: 'db', port: 3306, user: 'dba', ssh: { host: 'jump', user: 'ops' } };

test('a kept password is added to a request for the same target, in whatever order it is written', async () => {
  const vault = createSecretVault(file(), keychain);
  await vault.save('p', { target, secrets: { password: 'sesame', sshPassword: 'open' } });
  const same = { ssh: { user: 'ops', host: 'jump' }, user: 'dba', port: 3306, host: 'db' };
  expect(await vault.addTo({ target: same, secrets: { saved: 'p' }, windowSeconds: 3 })).toEqual({
    target,
    secrets: { password: 'sesame', sshPassword: 'open' },
    windowSeconds: 3,
  });
  expect(await vault.addTo({ connection: { target, secrets: { saved: 'p' } } })).toMatchObject({
    connection: { secrets: { password: 'sesame' } },
  });
  expect(await vault.list()).toEqual({ unavailable: null, profiles: ['p'] });
});

test('what is typed wins, and a request that names no kept password is left alone', async () => {
  const vault = createSecretVault(file(), keychain);
  await vault.save('p', { target, secrets: { password: 'sesame' } });
  expect(await vault.addTo({ target, secrets: { saved: 'p', password: 'typed' } })).toEqual({
    target,
    secrets: { password: 'typed' },
  });
  const others = [{}, { target, secrets: {} }, { path: '/x' }, null, { connection: null }];
  for (const other of others) expect(await vault.addTo(other)).toEqual(other);
});

// Claim, Passwords: A kept password is sent to no other server, not without the TLS it was kept with and by no other way than it was kept for.
test.each([
  ['another host', { ...target, host: 'evil' }],
  ['no TLS', { ...target, sslMode: 'disabled' }],
  ['another way there', { ...target, ssh: { host: 'evil', user: 'ops' } }],
  ['no target at all', undefined],
])('it is not sent with %s', async (_what, other) => {
  const vault = createSecretVault(file(), keychain);
  await vault.save('p', { target, secrets: { password: 'sesame' } });
  const request = { secrets: { saved: 'p' }, ...defined({ target: other }) };
  await expect(vault.addTo(request)).rejects.toMatchObject({ code: 'access-denied' });
});

test('it is sent with a TLS mode that demands more than the one it was kept with, never with less', async () => {
  const vault = createSecretVault(file(), keychain);
  const modes = [undefined, 'preferred', 'required', 'verify-ca', 'verify-identity'] as const;
  const withMode = (sslMode: (typeof modes)[number]) =>
    sslMode === undefined ? target : { ...target, sslMode };
  for (const [index, kept] of modes.entries()) {
    await vault.save('p', { target: withMode(kept), secrets: { password: 'sesame' } });
    for (const [other, sslMode] of modes.entries()) {
      const sent = vault.addTo({ target: withMode(sslMode), secrets: { saved: 'p' } });
      if (other === index || (other > index && other > 1)) await expect(sent).resolves.toBeDefined();
      else await expect(sent).rejects.toMatchObject({ code: 'access-denied' });
    }
    for (const more of [{ getServerPublicKey: true }, { host: 'evil' }, { sslCa: 'ca.pem' }]) {
      const demanding = { ...target, sslMode: 'verify-identity', ...more };
      await expect(vault.addTo({ target: demanding, secrets: { saved: 'p' } })).rejects.toMatchObject({
        code: 'access-denied',
      });
    }
  }
});

// Claim, Passwords: A kept password is sealed by the keychain of the system, in a file that only the user can read.
test('the file is the user’s own and holds no password in the clear', async () => {
  const vault = createSecretVault(file(), keychain);
  await vault.save('p', { target, secrets: { password: 'sesame' } });
  expect(await readFile(file(), 'utf8')).not.toContain('sesame');
  expect((await stat(file())).mode & 0o077).toBe(0);
  expect(await vault.forget('p')).toBe(true);
  expect(await vault.forget('p')).toBe(false);
  await expect(vault.addTo({ target, secrets: { saved: 'p' } })).rejects.toMatchObject({
    code: 'access-denied',
  });
});

// Claim, Passwords: Where the system has no keychain no password is kept.
test('without a keychain nothing is kept, and the reason is reported', async () => {
  const vault = createSecretVault(file(), { ...keychain, unavailable: () => 'No keyring.' });
  await expect(vault.save('p', { target, secrets: { password: 'sesame' } })).rejects.toThrow(/No keyring/);
  expect(await vault.list()).toEqual({ unavailable: 'No keyring.', profiles: [] });
});

test('a profile may be named like a property of every object', async () => {
  const vault = createSecretVault(file(), keychain);
  await expect(vault.addTo({ target, secrets: { saved: 'constructor' } })).rejects.toMatchObject({
    code: 'access-denied',
  });
});

// Claim, Passwords: A kept token of a metrics store goes to the address that it was kept for, and to no server.
test('the token of a metrics store is kept the same way, for its address alone', async () => {
  const source = { url: 'prometheus+https://metrics', caFile: '/ca.pem' };
  const vault = createSecretVault(file(), keychain);
  await vault.save('s', { source, secrets: { token: 'sesame' } });
  expect(await readFile(file(), 'utf8')).not.toContain('sesame');
  const asking = (asked: object) => vault.addTo({ source: asked, secrets: { saved: 's' }, from: 'x' });
  // Labels and tenants are what is asked, not where the token goes.
  const asked = { ...source, labels: { cluster: 'eu' } };
  expect(await asking(asked)).toEqual({ source: asked, secrets: { token: 'sesame' }, from: 'x' });
  const others = [{ ...source, url: 'http://metrics' }, { url: source.url }, { ...source, user: 'other' }];
  for (const other of others) await expect(asking(other)).rejects.toMatchObject({ code: 'access-denied' });
  const server = { target: {}, secrets: { saved: 's' } };
  await expect(vault.addTo(server)).rejects.toMatchObject({ code: 'access-denied' });
  await vault.save('p', { target, secrets: { password: 'open' } });
  const history = { source, secrets: { saved: 's' }, hours: 336 };
  expect(await vault.addTo({ target, secrets: { saved: 'p' }, history })).toEqual({
    ...{ target, secrets: { password: 'open' } },
    history: { ...history, secrets: { token: 'sesame' } },
  });
  const elsewhere = { ...history, source: { ...source, url: 'http://metrics' } };
  await expect(vault.addTo({ target, secrets: {}, history: elsewhere })).rejects.toMatchObject({
    code: 'access-denied',
  });
  const withPassword = { source, secrets: { saved: 'p' } };
  await expect(vault.addTo(withPassword)).rejects.toMatchObject({ code: 'access-denied' });
});
