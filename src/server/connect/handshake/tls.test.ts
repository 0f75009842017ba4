import { expect, test } from 'vitest';
import { chooseTls, isLoopback, sslModeInForce } from './tls';

test.each([
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['128.0.0.1', false],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['fe80::1', false],
  // Judged by the address that was reached, never by a name.
  ['localhost', false],
  ['127.0.0.1.example.com', false],
  ['', false],
])('the address %s is loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test('the mode where none is stated: required, but to this machine itself and over a socket', () => {
  expect(sslModeInForce({}, false)).toBe('required');
  expect(sslModeInForce({}, true)).toBe('preferred');
  expect(sslModeInForce({ socket: '/s' }, false)).toBe('disabled');
  expect(sslModeInForce({ sslCa: 'ca.pem' }, true)).toBe('verify-ca');
  expect(sslModeInForce({ sslCa: 'ca.pem', socket: '/s' }, true)).toBe('disabled');
  for (const sslMode of ['disabled', 'preferred', 'required', 'verify-ca', 'verify-identity'] as const) {
    expect(sslModeInForce({ sslMode, sslCa: 'ca.pem' }, true)).toBe(sslMode);
    expect(sslModeInForce({ sslMode }, false)).toBe(sslMode);
  }
});

test('only disabled goes without TLS that is offered, only preferred without TLS that is not', () => {
  const files = { ca: 'pem' };
  for (const mode of ['preferred', 'required', 'verify-ca', 'verify-identity'] as const) {
    const verifies = mode.startsWith('verify');
    expect(chooseTls(mode, files, {}, true)).toEqual({
      ca: 'pem',
      rejectUnauthorized: verifies,
      verifyIdentity: mode === 'verify-identity',
    });
    if (mode === 'preferred') expect(chooseTls(mode, files, {}, false)).toBeNull();
    else expect(() => chooseTls(mode, files, {}, false)).toThrow('does not support secure connection');
  }
  expect(chooseTls('disabled', files, {}, true)).toBeNull();
  expect(chooseTls('preferred', files, { socket: '/s' }, true)).toBeNull();
});
