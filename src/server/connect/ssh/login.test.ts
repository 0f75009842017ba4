import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils } from 'ssh2';
import { afterAll, describe, expect, test } from 'vitest';
import { chooseLogin, loginHandler, type ParseKey } from './login';

const home = mkdtempSync(join(tmpdir(), 'latchkey-ssh-home-'));
mkdirSync(join(home, '.ssh'));
/** The maker of keys cuts leading zeros off a public key (ssh2, keygen.js), which then cannot be read: one in 256. */
const makeKey = (passphrase?: string): string => {
  for (;;) {
    const made = utils.generateKeyPairSync(
      'ed25519',
      passphrase === undefined ? {} : { passphrase, cipher: 'aes256-ctr', rounds: 1 },
    );
    if (!(utils.parseKey(made.private, passphrase) instanceof Error)) return made.private;
  }
};
const key = (name: string, passphrase?: string) =>
  writeFileSync(join(home, '.ssh', name), makeKey(passphrase));
key('id_ed25519');
key('id_rsa', 'phrase');
key('other', 'phrase');
afterAll(() => rmSync(home, { recursive: true }));

const parseKey: ParseKey = (data, passphrase) => {
  const parsed = utils.parseKey(data, passphrase);
  return Array.isArray(parsed) ? (parsed[0] ?? new Error('none')) : parsed;
};
const surroundings = { home, user: 'me', agent: '/agent' };
const choose = async (more: { key?: string; user?: string }, secret?: string, around = surroundings) => {
  const login = await chooseLogin({ host: 'h', ...more }, secret, around, parseKey);
  return login.methods.map(({ type, username }) => `${username} ${type}`);
};

describe('how to log in', () => {
  test('the agent, then default keys that open, then the password', async () => {
    expect(await choose({})).toEqual(['me agent', 'me publickey']);
    expect(await choose({ user: 'you' }, 'secret')).toEqual([
      'you agent',
      'you publickey',
      'you password',
      'you keyboard-interactive',
    ]);
    // A secret that opens a key is its passphrase and is not sent as a password.
    expect(await choose({}, 'phrase')).toEqual(['me agent', 'me publickey', 'me publickey']);
  });

  test('a named key alone; its passphrase is no password; without one the agent may hold it', async () => {
    expect(await choose({ key: '~/.ssh/id_ed25519' })).toEqual(['me publickey']);
    expect(await choose({ key: '~/.ssh/other' }, 'phrase')).toEqual(['me publickey']);
    expect(await choose({ key: '~/.ssh/other' })).toEqual(['me agent']);
  });

  test('what the server does not take is ignored, and the end is reported', async () => {
    const login = await chooseLogin({ host: 'h' }, 'secret', surroundings, parseKey);
    const offered: (readonly string[])[] = [];
    const handler = loginHandler(login, (methods) => offered.push(methods));
    const handed: unknown[] = [];
    const next = (method: unknown) =>
      handed.push(typeof method === 'string' ? method : Reflect.get(Object(method), 'type'));
    handler([], false, next);
    handler(['password'], false, next);
    expect(handler(['password'], false, next)).toBe(false);
    expect(handed).toEqual(['none', 'password']);
    expect(offered).toEqual([['password'], ['password']]);
  });
});
