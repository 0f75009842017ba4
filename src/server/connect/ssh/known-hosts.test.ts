import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint, judgeHostKey, keyType, knownKeyTypes, parseKnownHosts } from './known-hosts';

/** A key in wire form: its type, then anything. */
function wireKey(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(type.length);
  return Buffer.concat([length, Buffer.from(type + content)]);
}

const ours = wireKey('ssh-ed25519', 'ours');
const theirs = wireKey('ssh-ed25519', 'theirs');
const line = (hosts: string, key = ours, marker = '') =>
  `${marker}${hosts} ${keyType(key)} ${key.toString('base64')} comment\n`;
const judge = (text: string, host = 'db.example', port = 22, key = ours) =>
  judgeHostKey(parseKnownHosts(text, 'known_hosts'), host, port, key).kind;
const hashed = (name: string) => {
  const salt = Buffer.from('01234567890123456789');
  const hash = createHmac('sha1', salt).update(name).digest('base64');
  return `|1|${salt.toString('base64')}|${hash}`;
};

describe('what is known of a host key', () => {
  test.each([
    ['a plain name', line('db.example'), 'known'],
    ['one of several names, in any case', line('other,DB.example'), 'known'],
    ['a wildcard', line('*.example'), 'known'],
    ['a question mark stands for one character', line('d?.example'), 'known'],
    ['a dot is no wildcard', line('dbxexample'), 'unknown'],
    ['a negation excludes', line('*.example,!db.example'), 'unknown'],
    ['a hashed name', line(hashed('db.example')), 'known'],
    ['a hash of another name', line(hashed('db.example.org')), 'unknown'],
    ['another key', line('db.example', theirs), 'changed'],
    ['a key of another type only', line('db.example', wireKey('ssh-rsa', 'r')), 'changed'],
    ['one right key among others', line('db.example', theirs) + line('db.example'), 'known'],
    ['revoked, though listed as well', line('db.example') + line('*', ours, '@revoked '), 'revoked'],
    ['another revoked key', line('db.example') + line('*', theirs, '@revoked '), 'known'],
    ['a certificate authority is no host key', line('*', ours, '@cert-authority '), 'unknown'],
    ['a comment', `#${line('db.example')}`, 'unknown'],
    ['a port does not mean the bare host', line('[db.example]:2222'), 'unknown'],
  ])('%s', (_title, text, expected) => {
    expect(judge(text)).toBe(expected);
  });

  test('another port: by name and port, or by the bare name if the key is just that', () => {
    const on2222 = (text: string, key = ours) => judge(text, 'db.example', 2222, key);
    expect(on2222(line('[db.example]:2222'))).toBe('known');
    expect(on2222(line(hashed('[db.example]:2222')))).toBe('known');
    expect(on2222(line('db.example'))).toBe('known');
    expect(on2222(line('db.example', theirs))).toBe('unknown');
    expect(on2222(line('[db.example]:2222', theirs))).toBe('changed');
    expect(on2222(line('[db.example]:2200', theirs))).toBe('unknown');
  });

  test('a key that is not listed is never known, whatever the file holds', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }),
        fc.array(fc.constantFrom('*', 'db.example', '!x')),
        (junk, hosts) => {
          const text = `${junk}\n${hosts.map((host) => line(host, theirs)).join('')}`;
          expect(judge(text)).not.toBe('known');
        },
      ),
    );
  });

  test('the types known of a host, and a fingerprint as ssh-keygen shows it', () => {
    const entries = parseKnownHosts(line('a', wireKey('ssh-rsa', '')) + line('a'), 'f');
    expect(knownKeyTypes(entries, 'a', 22)).toEqual(['ssh-rsa', 'ssh-ed25519']);
    const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIGB9v8slOjEOHvL0O/5We4vRjUK5Q/oFSRQFHf5cojKD';
    expect(fingerprint(Buffer.from(key, 'base64'))).toBe(
      'SHA256:FeOJAj7tJ9bfwLXroCgRBdmoZgPzafuw60qxLRoc0vw',
    );
  });
});
